import { z } from 'zod';
import { iso } from '../../database/time.ts';
import type { RecordId } from '../../shared/ids.ts';
import { idText, idTextOrNull } from '../../shared/ids.ts';

export const reply = z
  .strictObject({
    id: z.string(),
    ticket_id: z.string(),
    body: z.string().meta({ examples: ['Please restart the router.'] }),
    internal: z.boolean().describe('Clients never see such a reply.'),
    created_at: z.iso.datetime(),
    created_by: z.string().nullable().describe('The user who wrote it; null once they are deleted.'),
  })
  .meta({ id: 'Reply' });

export interface StoredReply {
  id: RecordId;
  ticket_id: RecordId;
  text: string;
  internal: boolean | null;
  created_at: Date;
  created_by_id: RecordId | null;
}

export const replyColumns = 'id, ticket_id, text, internal, created_at, created_by_id';

export const toReply = (stored: StoredReply): z.input<typeof reply> => ({
  id: idText(stored.id),
  ticket_id: idText(stored.ticket_id),
  body: stored.text,
  internal: stored.internal === true,
  created_at: iso(stored.created_at),
  created_by: idTextOrNull(stored.created_by_id),
});

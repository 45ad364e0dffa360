import { z } from 'zod';
import { isoOrNull } from '../../core/database/time.ts';
import { eventUserId, type Publication, publishEvent } from '../../core/events/publish.ts';
import { idText, idTextOrNull } from '../../core/shared/values/ids.ts';
import { recipientsOf } from '../links/feature.ts';
import { filesOf } from './files/transferFiles.ts';
import type { StoredTransfer } from './record/storedTransfer.ts';
import { transferKind, transferStatuses } from './vocabulary.ts';

const transfer = {
  id: z.string(),
  title: z.string().meta({ examples: ['The signed contract'] }),
  status: z.enum(transferStatuses),
  organization_id: z.string().nullable(),
  ticket_id: z.string().nullable(),
  created_by: eventUserId,
  sent_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  files: z.int().describe('The number of its files.'),
  recipients: z.int().describe('The number of its recipients.'),
};

/** The data of each event of a transfer. None holds a link, a password, a message or an address. */
export const transferEvents = {
  'transfer.sent': z.strictObject(transfer).describe('A transfer was sent.'),
  'transfer.downloaded': z
    .strictObject({
      ...transfer,
      recipient_id: z.string().nullable().describe('Null for a link without a recipient.'),
      link_id: z.string(),
      file_id: z.string().nullable().describe('Null for a zip of all files.'),
      downloads: z.int().describe('The downloads of the recipient so far, this one included.'),
    })
    .describe('A file of a transfer was downloaded: its last byte was sent.'),
  'transfer.expired': z.strictObject(transfer).describe('The links of a transfer have ended.'),
  'transfer.revoked': z.strictObject(transfer).describe('A transfer was revoked, and its files are deleted.'),
};

/** Publishes an event of a transfer, in the transaction of its cause. */
export const publishTransfer = async (
  { req, portal }: Publication,
  event: keyof typeof transferEvents,
  stored: StoredTransfer,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const id = idText(stored.id);
  const files = await filesOf(req, portal, stored.id);
  const recipients = (await recipientsOf(req, transferKind, [id])).get(id) ?? [];
  await publishEvent(
    { req, portal },
    {
      event,
      timestamp: new Date(),
      organization: stored.organization_id,
      data: {
        id,
        title: stored.title,
        status: stored.status,
        organization_id: idTextOrNull(stored.organization_id),
        ticket_id: idTextOrNull(stored.ticket_id),
        created_by: idTextOrNull(stored.created_by_id),
        sent_at: isoOrNull(stored.sent_at),
        expires_at: isoOrNull(stored.expires_at),
        files: files.length,
        recipients: recipients.length,
        ...more,
      },
    },
  );
};

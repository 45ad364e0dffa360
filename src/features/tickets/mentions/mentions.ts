import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { isClient, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { toRecordId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { arrayTableOf, tableOf } from '../../../core/database/table.ts';
import { idField } from '../../../core/http/input/fields.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { mostMentions } from './mentionRules.ts';

type Place = Pick<PayloadRequest, 'payload'>;

const tablesOf = ({ payload }: Place, { options: { slugs } }: PortalContext) => ({
  mentions: arrayTableOf(payload, slugs.ticketReplies, 'mentions'),
  replies: tableOf(payload, slugs.ticketReplies),
});

/** The tickets on which a person is mentioned, and has not looked since; `?` stands for the person. */
export const mentionedTicketsSql = (place: Place, portal: PortalContext): string => {
  const { mentions, replies } = tablesOf(place, portal);
  return `select reply.ticket_id from ${mentions} as mention join ${replies} as reply on reply.id = mention._parent_id
     where mention.user_id = ? and mention.seen_at is null`;
};

interface MentionReader {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  readonly userId: RecordId;
}

/** Notes that a person has seen where a ticket mentions them: they have opened it, or written on it. */
export const seeMentions = async ({ req, portal, ticketId, userId }: MentionReader): Promise<void> => {
  const { mentions, replies } = tablesOf(req, portal);
  await runStatement(
    req,
    `update ${mentions} as mention set seen_at = now() from ${replies} as reply
     where reply.id = mention._parent_id and reply.ticket_id = $1 and mention.user_id = $2 and mention.seen_at is null`,
    [ticketId, userId],
  );
};

export const mentionIdsField = z
  .array(idField, 'Send a list of ids.')
  .max(mostMentions, `Send at most ${mostMentions} people.`)
  .optional()
  .describe(
    'The colleagues whom an internal note mentions: staff, and representatives of the ticket’s organization. Each gets a mail. Clients may not set it.',
  );

export const mentionsField = z
  .array(z.string())
  .optional()
  .describe('The ids of the colleagues whom an internal note mentions; missing for clients.');

/** The replies of a response, each with the people whom it mentions; as they are for clients. */
export const withMentions = async <Item extends { readonly id: string }>(
  { req, portal, caller }: Pick<MentionReader, 'req' | 'portal'> & { readonly caller: Principal },
  items: readonly Item[],
): Promise<(Item & { mentions?: string[] })[]> => {
  if (isClient(caller) || items.length === 0) return [...items];
  const { rows } = await runStatement<{ reply: RecordId; users: RecordId[] }>(
    req,
    `select _parent_id as reply, array_agg(user_id order by _order) as users from ${tablesOf(req, portal).mentions}
     where _parent_id = any($1) and user_id is not null group by _parent_id`,
    [items.map(({ id }) => toRecordId(req.payload, { path: 'id', id }))],
  );
  const found = new Map(rows.map(({ reply, users }) => [idText(reply), users.map(idText)]));
  return items.map((item) => ({ ...item, mentions: found.get(item.id) ?? [] }));
};

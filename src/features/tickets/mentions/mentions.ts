import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { isClient, type Principal, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { toRecordId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { arrayTableOf, tableOf } from '../../../core/database/table.ts';
import { idField } from '../../../core/http/input/fields.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import { namedPrincipal } from '../record/people.ts';

/** The largest number of people whom one note mentions. */
export const mostMentions = 20;

/** The people in the field `mentions` of a document, each once. */
export const mentionsIn = (value: unknown): readonly RecordId[] => {
  const users = (Array.isArray(value) ? value : []).map((row: unknown) => relationId(Object(row).user));
  const ids = users.filter((id) => id !== null);
  return [...new Map(ids.map((id) => [idText(id), id])).values()];
};

interface NoteWithMentions {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The new reply, by the CMS's names of the fields. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The ticket's. */
  readonly organization: RecordId | null;
  /** The author of the reply. */
  readonly author: unknown;
}

/**
 * The mentions of a new internal note: colleagues who may read the ticket. Authors have seen what they write.
 *
 * @returns the field's rows
 * @throws {ApiError} `forbidden` for a client, `validation_failed`
 */
export const completeMentions = async ({
  req,
  portal,
  data,
  organization,
  author,
}: NoteWithMentions): Promise<readonly { user: RecordId; seenAt?: string }[]> => {
  const ids = mentionsIn(data.mentions);
  if (ids.length === 0) return [];
  if (isClient(portal.principalOf(req.user)))
    throw new ApiError('forbidden', say('errors:role:forbidsField', { name: 'mentions' }));
  if (data.internal !== true) throw invalid(say('errors:ticket:mentionsInReply'));
  if (ids.length > mostMentions) throw invalid(say('errors:ticket:tooManyMentions', { most: mostMentions }));
  for (const id of ids) {
    const named = await namedPrincipal({ req, portal, id });
    if (!named || isClient(named) || !reaches(named, organization))
      throw invalid(say('errors:ticket:mention'));
  }
  const isAuthor = (id: RecordId) => String(id) === String(relationId(author));
  return ids.map((user) => ({ user, ...(isAuthor(user) && { seenAt: new Date().toISOString() }) }));
};

const invalid = (message: Sentence) => validationFailed([{ path: 'mentions', message }]);

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

import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { newIdSql } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idText, idTextOrNull, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { followersIn } from '../followers/followers.ts';
import type { Priority, Status } from '../vocabulary.ts';

/** An entry of a ticket's history: its changes, or the client as whom staff have looked at it. */
export type HistoryEntry = TicketChanges & {
  /** The client as whom it was seen. */
  readonly seen_as?: { readonly from: null; readonly to: string };
};

interface NewEntry {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  readonly changes: HistoryEntry;
  readonly at: Date;
}

/**
 * Adds a change to its ticket's history, in the transaction of the change.
 *
 * @returns its number, which rises by one per ticket
 */
export const recordChange = async ({ req, portal, ticketId, changes, at }: NewEntry): Promise<number> => {
  const { slugs } = portal.options;
  const { payload } = req;
  const id = newIdSql(payload);
  // The number is a hidden field, which the CMS does not show to hooks.
  const { rows } = await runStatement<{ sequence: string }>(
    req,
    `insert into ${tableOf(payload, slugs.ticketChanges)}
       (${id.column} ticket_id, sequence, user_id, changes, created_at)
     select ${id.value} id, sequence, $2, $3::jsonb, $4::timestamptz
     from ${tableOf(payload, slugs.tickets)} where id = $1
     returning sequence`,
    [
      ticketId,
      idTextOrNull(portal.principalOf(req.user)?.id ?? null),
      JSON.stringify(forHistory(changes)),
      at.toISOString(),
    ],
  );
  return Number(rows[0]?.sequence);
};

interface EarlierChange {
  readonly ticketId: RecordId;
  readonly userId: RecordId;
  /** The number of the change before which it is to be. */
  readonly sequence: number;
  readonly seconds: number;
}

/** True if a user changed the ticket's status before, within a time. */
export const hasChangedStatus = async (
  req: PayloadRequest,
  portal: PortalContext,
  { ticketId, userId, sequence, seconds }: EarlierChange,
): Promise<boolean> => {
  const { rowCount } = await runStatement(
    req,
    `select from ${tableOf(req.payload, portal.options.slugs.ticketChanges)}
     where ticket_id = $1 and user_id = $2 and sequence < $3 and changes->'status' is not null
       and created_at > now() - $4 * interval '1 second' limit 1`,
    [ticketId, idText(userId), sequence, seconds],
  );
  return rowCount === 1;
};

/** Records that the request's user sees a ticket as its requester does. */
export const recordView = async (
  req: PayloadRequest,
  portal: PortalContext,
  { ticketId, requesterId }: { readonly ticketId: RecordId; readonly requesterId: RecordId },
): Promise<void> => {
  const changes = { seen_as: { from: null, to: idText(requesterId) } };
  await recordChange({ req, portal, ticketId, changes, at: new Date() });
};

const forHistory = ({ description, ...others }: HistoryEntry): HistoryEntry =>
  description ? { ...others, description: excerptsOf(description) } : others;

interface Texts {
  readonly from: string | null;
  readonly to: string | null;
}

/** Longest text in code points. */
const longest = 500;

/** Length of the common text that is kept before the first difference, in code points. */
const lead = 60;

/** Cuts two versions of a text to the part from which they differ, so that little is stored. */
export const excerptsOf = ({ from, to }: Texts): Texts => {
  const [before, after] = [[...(from ?? '')], [...(to ?? '')]];
  if (before.length <= longest && after.length <= longest) return { from, to };
  const differs = before.findIndex((character, index) => character !== after[index]);
  const start = Math.max(0, (differs < 0 ? before.length : differs) - lead);
  const cut = (text: string | null, characters: readonly string[]) =>
    text === null ? null : excerptOf(characters, start);
  return { from: cut(from, before), to: cut(to, after) };
};

const excerptOf = (characters: readonly string[], start: number): string => {
  const end = start + longest;
  const middle = characters.slice(start, end).join('');
  return `${start > 0 ? '…' : ''}${middle}${end < characters.length ? '…' : ''}`;
};

/** The fields of a ticket that can change, by the API's names. */
interface ChangeableTicket {
  readonly subject: string;
  readonly description: string | null;
  readonly status: Status;
  readonly priority: Priority;
  readonly requester_id: RecordId | null;
  readonly assignee_id: RecordId | null;
  /** It is null for none. */
  readonly tags: readonly string[] | null;
  readonly followers: readonly RecordId[];
  /** The ticket that this one was merged into. */
  readonly merged_into: RecordId | null;
}

interface Change<Value> {
  readonly from: Value;
  readonly to: Value;
}

export type TicketChanges = Partial<Record<(typeof fields)[number], Change<string | null>>> & {
  /** Clients learn of no tags. */
  tags?: Change<readonly string[]>;
  followers?: Change<readonly string[]>;
};

const fields = [
  'subject',
  'description',
  'status',
  'priority',
  'requester_id',
  'assignee_id',
  'merged_into',
] as const;

/** The differences between two states of a ticket. */
export const changesOf = (before: ChangeableTicket, after: ChangeableTicket): TicketChanges => {
  const changes: TicketChanges = {};
  for (const field of fields) {
    const [from, to] = [idTextOrNull(before[field]), idTextOrNull(after[field])];
    if (from !== to) changes[field] = { from, to };
  }
  const tags = changeOf(before.tags ?? [], after.tags ?? []);
  const followers = changeOf(inOrder(before.followers), inOrder(after.followers));
  return { ...changes, ...(tags && { tags }), ...(followers && { followers }) };
};

const changeOf = (from: readonly string[], to: readonly string[]): Change<readonly string[]> | null =>
  JSON.stringify(from) === JSON.stringify(to) ? null : { from, to };

/** The ids as text. The order of followers means nothing. */
const inOrder = (ids: readonly RecordId[]): readonly string[] => ids.map(idText).toSorted();

/** The changeable parts of a document of the CMS. */
export const ticketOfDocument = (document: Record<string, unknown>): ChangeableTicket => ({
  subject: String(document.subject),
  description: (document.description ?? null) as string | null,
  status: document.status as Status,
  priority: document.priority as Priority,
  requester_id: relationId(document.requester),
  assignee_id: relationId(document.assignee),
  tags: (document.tags ?? null) as readonly string[] | null,
  followers: followersIn(document.followers),
  merged_into: relationId(document.mergedInto),
});

/** The part of the changes that clients may see. */
export const forClients = ({ tags, ...others }: TicketChanges): TicketChanges => others;

import type { CollectionBeforeDeleteHook, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { openEndOf, openEndsSql } from '../../../core/ports/merge.ts';
import { followedSql } from '../../../core/reach/reachSql.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import type { Source } from '../history/origin.ts';
import type { Priority, Side, Status } from '../vocabulary.ts';

/** A ticket as it is stored. */
export interface StoredTicket {
  id: RecordId;
  subject: string;
  description: string | null;
  status: Status;
  priority: Priority;
  organization_id: RecordId | null;
  requester_id: RecordId | null;
  assignee_id: RecordId | null;
  created_by_id: RecordId | null;
  created_at: Date;
  updated_at: Date;
  /** Number of changes, so that receivers of its events can order them. */
  sequence: number;
  /** It is null for a ticket of a version before 4.10. */
  source: Source | null;
  /** It is null for none. */
  tags: readonly string[] | null;
  /** The side that did not write the last reply to the client; kept while the ticket is closed. */
  waiting_for: Side;
  /** It is null unless it is only a pointer to another ticket. */
  merged_into_id: RecordId | null;
}

export const ticketColumns =
  'id, subject, description, status, priority, organization_id, requester_id, assignee_id, created_by_id, created_at, updated_at, sequence, source, tags, waiting_for, merged_into_id';

/** The side whose reply is awaited. A closed ticket waits for no one. */
export const waitingFor = ({
  status,
  waiting_for,
}: Pick<StoredTicket, 'status' | 'waiting_for'>): Side | null => (status === 'closed' ? null : waiting_for);

/** drizzle returns timestamps as text, and the driver returns `numeric` as text. */
export const ticketOfRow = (row: StoredTicket): StoredTicket => ({
  ...row,
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
  sequence: Number(row.sequence),
});

/**
 * Reads a ticket and locks it until the request's transaction ends, so that decisions are based on its last state. Returns
 * null if there is none.
 *
 * @param lock a file on its way to the ticket holds up only `for update`: its scan and its storage may take minutes
 */
export const lockTicket = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: unknown,
  lock: 'for no key update' | 'for update' = 'for no key update',
): Promise<StoredTicket | null> => {
  if (!isId(req.payload, id)) return null;
  const { rows } = await runStatement<StoredTicket>(
    req,
    `select ${ticketColumns} from ${tableOf(req.payload, options.slugs.tickets)} where id = $1 ${lock}`,
    [id],
  );
  const [row] = rows;
  return row ? ticketOfRow(row) : null;
};

/**
 * Locks the tickets that name a user or an organization, before that is deleted. A change of a ticket locks the ticket first,
 * and the users that it names after that. In another order each would wait for the other.
 */
export const lockTicketsOf =
  ({ options: { slugs } }: PortalContext): CollectionBeforeDeleteHook =>
  async ({ collection: { slug }, id, req }) => {
    if (!isId(req.payload, id)) return;
    const columns =
      slug === slugs.users ? ['created_by_id', 'requester_id', 'assignee_id'] : ['organization_id'];
    const named = columns.map((column) => `${column} = $1`);
    if (slug === slugs.users) named.push(`id in (${followedSql(req.payload, slugs, '$1')})`);
    await runStatement(
      req,
      `select 1 from ${tableOf(req.payload, slugs.tickets)} where ${named.join(' or ')} order by id for update`,
      [id],
    );
  };

/**
 * Deletes the replies of a ticket and its history. Waits for a reply that is being written. A later one finds no ticket.
 */
export const deleteWithTicket = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: unknown,
): Promise<void> => {
  const { slugs } = portal.options;
  await lockTicket(req, portal, id, 'for update');
  for (const slug of [slugs.ticketReplies, slugs.ticketChanges])
    await runStatement(req, `delete from ${tableOf(req.payload, slug)} where ticket_id = $1`, [id]);
};

/**
 * Locks the ticket that a reply to this one belongs to: itself, or the one that it was merged into, over any number of
 * merges. Only that one is locked, so that none waits for the other. The lock waits for no file that is on its way to the
 * ticket.
 */
export const lockOpenEnd = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: unknown,
): Promise<StoredTicket | null> => {
  if (!isId(req.payload, id)) return null;
  const tickets = tableOf(req.payload, portal.options.slugs.tickets);
  for (let next: RecordId | null = id; next !== null; next = await openEndOf(req, portal, next)) {
    // One that is merged while its lock is waited for is not found.
    const { rows } = await runStatement<StoredTicket>(
      req,
      `select ${ticketColumns} from ${tickets} where id = $1 and merged_into_id is null for no key update`,
      [next],
    );
    const [row] = rows;
    if (row) return ticketOfRow(row);
  }
  return null;
};

/** The condition that a record belongs to a ticket, which is its value, or to one that was merged into it. */
export const ofTicketSql = (tickets: string): string =>
  `ticket_id in (with recursive merged as (
     select id from ${tickets} where id = ?
     union select t.id from ${tickets} t join merged on t.merged_into_id = merged.id) select id from merged)`;

/** The assignee of a ticket, or of the one that it was merged into; null for none. */
export const assigneeOf = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  { options }: PortalContext,
  ticketId: RecordId,
): Promise<RecordId | null> => {
  const tickets = tableOf(req.payload, options.slugs.tickets);
  const { rows } = await runStatement<{ assignee_id: RecordId | null }>(
    req,
    `select assignee_id from ${tickets} where id in (select id from (${openEndsSql(tickets)}) ends)`,
    [[ticketId]],
  );
  return rows[0]?.assignee_id ?? null;
};

/** @throws {ApiError} `conflict` for a ticket that was merged */
export const assertNotMerged = ({ merged_into_id }: Pick<StoredTicket, 'merged_into_id'>): void => {
  if (merged_into_id === null) return;
  throw new ApiError('conflict', say('errors:merge:merged', { into: idText(merged_into_id) }));
};

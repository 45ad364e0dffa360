import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { isId } from '../database/ids.ts';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import type { RecordId } from '../shared/ids.ts';
import type { Priority, Status } from './vocabulary.ts';

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
  /** How many times it was changed, for those who follow its events. */
  sequence: number;
}

export const ticketColumns =
  'id, subject, description, status, priority, organization_id, requester_id, assignee_id, created_by_id, created_at, updated_at, sequence';

/**
 * Reads a ticket and locks it until the request's transaction ends, so that decisions are based on
 * its last state. Null if there is none.
 */
export const lockTicket = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: unknown,
): Promise<StoredTicket | null> => {
  if (!isId(req.payload, id)) return null;
  const { rows } = await runStatement<StoredTicket>(
    req,
    `select ${ticketColumns} from ${tableOf(req.payload, options.slugs.tickets)} where id = $1 for update`,
    [id],
  );
  const [row] = rows;
  return row ? ticketOfRow(row) : null;
};

/** drizzle hands timestamps on as text, and a number of any length is one to PostgreSQL's driver. */
const ticketOfRow = (row: StoredTicket): StoredTicket => ({
  ...row,
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
  sequence: Number(row.sequence),
});

/**
 * Locks the tickets that name a user or an organization, before that is deleted. A change of a ticket locks the ticket first,
 * and the users that it names after that. In another order each would wait for the other.
 */
export const lockTicketsOf = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  { collection, id }: { readonly collection: string; readonly id: unknown },
): Promise<void> => {
  if (!isId(req.payload, id)) return;
  const columns =
    collection === slugs.users ? ['created_by_id', 'requester_id', 'assignee_id'] : ['organization_id'];
  const named = columns.map((column) => `${column} = $1`).join(' or ');
  await runStatement(
    req,
    `select 1 from ${tableOf(req.payload, slugs.tickets)} where ${named} order by id for update`,
    [id],
  );
};

/** Deletes what was said on a ticket, and its history. A reply that is being written is waited for. A later one finds no ticket. */
export const deleteWithTicket = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: unknown,
): Promise<void> => {
  const { slugs } = portal.options;
  await lockTicket(req, portal, id);
  for (const slug of [slugs.ticketReplies, slugs.ticketChanges])
    await runStatement(req, `delete from ${tableOf(req.payload, slug)} where ticket_id = $1`, [id]);
};

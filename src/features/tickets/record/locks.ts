import type { CollectionBeforeDeleteHook, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { followedSql } from '../../../core/reach/reachSql.ts';
import { type StoredTicket, ticketColumns, ticketOfRow } from './storedTicket.ts';

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

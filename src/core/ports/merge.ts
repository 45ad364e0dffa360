import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { isId } from '../database/ids.ts';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import type { Slugs } from '../options/slugs.ts';
import type { RecordId } from '../shared/values/ids.ts';

/** A ticket that is merged into another one of its organization. */
export interface TicketMerge {
  /** In the transaction of the merge. */
  readonly req: PayloadRequest;
  readonly from: RecordId;
  readonly into: RecordId;
}

/** Moves the records of a collection along, which refer to their ticket by `ticket_id`. */
export const moveWithTicket =
  (collection: keyof Slugs) =>
  async ({ req, from, into }: TicketMerge, { options }: PortalContext): Promise<void> => {
    const table = tableOf(req.payload, options.slugs[collection]);
    await runStatement(req, `update ${table} set ticket_id = $2 where ticket_id = $1`, [from, into]);
  };

/** The last ticket of a chain of merges; null if there is no such ticket. */
export const openEndOf = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  { options }: PortalContext,
  id: unknown,
): Promise<RecordId | null> => {
  if (!isId(req.payload, id)) return null;
  const tickets = tableOf(req.payload, options.slugs.tickets);
  const { rows } = await runStatement<{ id: RecordId }>(req, openEndsSql(tickets), [[id]]);
  return rows[0]?.id ?? null;
};

/** Selects the ticket that remains of each of the tickets `$1`, as `id` and `organization`. */
export const openEndsSql = (tickets: string): string =>
  `with recursive path as (
     select id, organization_id, merged_into_id from ${tickets} where id = any($1)
     union
     select t.id, t.organization_id, t.merged_into_id from ${tickets} t join path on t.id = path.merged_into_id
   ) select id, organization_id as organization from path where merged_into_id is null`;

import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { relationColumnOf, relationsTableOf } from '../../../core/database/table.ts';
import { idText, type RecordId, relationId } from '../../../core/shared/values/ids.ts';

type Reading = Pick<PayloadRequest, 'payload' | 'transactionID'>;

/**
 * The followers of tickets, by the ticket's id as text. They are read by a statement of their own: a statement that waits
 * for the lock of a ticket would see them as they were before it waited.
 */
export const followersOf = async (
  req: Reading,
  { options: { slugs } }: PortalContext,
  tickets: readonly (RecordId | string)[],
): Promise<ReadonlyMap<string, readonly RecordId[]>> => {
  if (tickets.length === 0) return new Map();
  const user = relationColumnOf(req.payload, slugs.users);
  const { rows } = await runStatement<{ ticket: RecordId; users: RecordId[] }>(
    req,
    `select parent_id as ticket, array_agg(${user} order by "order") as users
     from ${relationsTableOf(req.payload, slugs.tickets)}
     where path = 'followers' and parent_id = any($1) group by parent_id`,
    [tickets],
  );
  return new Map(rows.map(({ ticket, users }) => [idText(ticket), users]));
};

/** The followers of one ticket. */
export const followersOfTicket = async (
  req: Reading,
  portal: PortalContext,
  ticket: RecordId,
): Promise<readonly RecordId[]> => (await followersOf(req, portal, [ticket])).get(idText(ticket)) ?? [];

/** The followers in a document of the CMS, each once. */
export const followersIn = (value: unknown): readonly RecordId[] => {
  const ids = (Array.isArray(value) ? value : []).map(relationId).filter((id) => id !== null);
  return [...new Map(ids.map((id) => [idText(id), id])).values()];
};

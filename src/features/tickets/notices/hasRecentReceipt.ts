import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';

/** Time after a ticket by mail in which its requester gets no further receipt for one, in seconds. */
const secondsBetween = 120;

interface Parts {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

/**
 * True if the requester of a ticket that came by mail made another one by mail shortly before. A program that answers each
 * mail, and does not say so, thus gets one receipt, whatever it writes.
 */
export const hasRecentReceipt = async (
  { payload, portal }: Parts,
  ticket: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const { rowCount } = await postgresOf(payload).pool.query(
    `select from ${tableOf(payload, portal.options.slugs.tickets)}
     where requester_id = $1 and source = 'email' and (created_at, id) < ($2, $3)
       and created_at > $2::timestamptz - $4 * interval '1 second' limit 1`,
    [relationId(ticket.requester), ticket.createdAt, ticket.id as RecordId, secondsBetween],
  );
  return rowCount === 1;
};

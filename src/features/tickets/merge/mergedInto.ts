import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { openEndOf, openEndsSql } from '../../../core/ports/merge.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { type StoredTicket, ticketColumns, ticketOfRow } from '../record/storedTicket.ts';

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

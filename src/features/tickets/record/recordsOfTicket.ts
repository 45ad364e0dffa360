import type { Payload, PayloadRequest } from 'payload';
import type { Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import type { Conditions } from '../../../core/database/listRows.ts';
import { tableOf } from '../../../core/database/table.ts';
import { recordIdIn } from '../../../core/http/input/fields.ts';
import { reachesTicket } from '../../../core/reach/reachSql.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { lockOpenEnd, ofTicketSql, type StoredTicket } from './storedTicket.ts';

// Transfers and upload requests name a ticket, and keep its id if it is merged later. A merge cannot move them: it locks files
// first, and a file is taken out of such a record in the other order.

interface RecordCreation {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

/**
 * The ticket that a new record names as its `ticket_id`, or the one that it was merged into, locked; null if it names none.
 *
 * @throws {ApiError} `validation_failed` for a ticket that is not there, or not in the caller's reach
 */
export const lockNamedTicket = async (
  { req, portal, caller }: RecordCreation,
  named: string | undefined,
): Promise<StoredTicket | null> => {
  if (named === undefined) return null;
  const ticket = await lockOpenEnd(req, portal, recordIdIn(req.payload, { ticket_id: named }, 'ticket_id'));
  const place = ticket && { id: ticket.id, organization: ticket.organization_id };
  if (!place || !(await reachesTicket(req, portal, caller, place)))
    throw validationFailed([{ path: 'ticket_id', message: say('errors:ticket:unknown') }]);
  return ticket;
};

/** @throws {ApiError} `validation_failed` if a new record names a ticket of another organization than its own */
export const assertTicketOf = (ticket: StoredTicket | null, organization: RecordId | null): void => {
  if (ticket && String(ticket.organization_id) !== String(organization))
    throw validationFailed([{ path: 'ticket_id', message: say('errors:ticket:ofOther') }]);
};

/** Restricts a list to the records of one ticket, and of those that were merged into it; to all if none is asked for. */
export const restrictToTicket = (
  conditions: Conditions,
  { payload, portal }: { readonly payload: Payload; readonly portal: PortalContext },
  ticketId: string | undefined,
): Conditions => {
  if (ticketId !== undefined && !isId(payload, ticketId)) return conditions.add('false');
  return conditions.add(ofTicketSql(tableOf(payload, portal.options.slugs.tickets)), ticketId);
};

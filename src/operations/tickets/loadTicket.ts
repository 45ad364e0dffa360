import { findTicket } from '../../tickets/findTicket.ts';
import type { StoredTicket } from '../../tickets/lockTicket.ts';
import type { OperationContext } from '../operation.ts';

/** The ticket that the path names. */
export const loadTicket = ({ caller, params, payload, portal }: OperationContext): Promise<StoredTicket> =>
  findTicket(payload, portal.options.slugs.tickets, caller, params.ticket_id ?? '');

import { findOwn } from '../../database/findOwn.ts';
import { type StoredTicket, ticketColumns } from '../../tickets/locks.ts';
import type { OperationContext } from '../operation.ts';

/** The ticket that the path names. */
export const loadTicket = ({ caller, params, portal, req }: OperationContext): Promise<StoredTicket> =>
  findOwn<StoredTicket & Record<string, unknown>>({
    req,
    slug: portal.options.slugs.tickets,
    columns: ticketColumns,
    caller,
    id: params.ticket_id ?? '',
  });

import type { z } from 'zod';
import type { StoredTicket } from '../../tickets/locks.ts';
import { completeRecord } from '../opened/openedFields.ts';
import type { OperationContext } from '../operation.ts';
import { type ticket, toTicket } from './ticket.ts';

/** A ticket as the API shows it to the caller, with the fields that the app opens. */
export const showTicket = (
  { portal, req }: Pick<OperationContext, 'portal' | 'req'>,
  stored: StoredTicket,
): Promise<z.input<typeof ticket>> =>
  completeRecord({ req, portal, collection: 'tickets' }, toTicket(stored));

import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import type { TicketEvent } from '../src/features/tickets/events.ts';

/** Calls the hooks in order, each with a copy of the event. */
export const callAfterTicketEvent =
  ({ hooks }: PortalContext['options']) =>
  async (event: TicketEvent, req: PayloadRequest): Promise<void> => {
    const { payload } = req;
    for (const hook of hooks.afterTicketEvent) {
      try {
        await hook({ event: structuredClone(event), payload, req });
      } catch (err) {
        payload.logger.error({ err, msg: 'An afterTicketEvent hook threw; the ticket is not affected.' });
      }
    }
  };

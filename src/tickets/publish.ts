import type { PayloadRequest } from 'payload';
import { tellAfterTicketEvent } from '../../hooks/afterTicketEvent.ts';
import type { PortalContext } from '../context.ts';
import { type PortalEvent, publishEvent } from '../webhooks/outbox.ts';
import type { TicketEvent } from '../webhooks/ticketEvent.ts';

interface Publication {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

/** Has an event of a ticket delivered to webhooks, committed with its cause, and then told to the app's own hooks. */
export const publishTicketEvent = async (publication: Publication, happened: PortalEvent): Promise<void> => {
  await publishEvent(publication, happened);
  await tellTicketEvent(publication, happened);
};

/** Tells the app's own hooks of an event, once its cause is committed. */
const tellTicketEvent = (
  { req, portal }: Publication,
  { event, timestamp, data }: PortalEvent,
): Promise<void> =>
  tellAfterTicketEvent(
    portal.options.hooks.afterTicketEvent,
    { event, timestamp: timestamp.toISOString(), data } as TicketEvent,
    req,
  );

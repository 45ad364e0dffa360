import type { PayloadRequest } from 'payload';
import { tellAfterTicketEvent } from '../../hooks/afterTicketEvent.ts';
import type { PortalContext } from '../context.ts';
import type { TicketEvent } from '../webhooks/eventSchemas.ts';
import { type PortalEvent, publishEvent } from '../webhooks/outbox.ts';

interface Publication {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

/** Has an event of a ticket delivered to webhooks, committed with its cause, and then told to the app's own hooks. */
export const publishTicketEvent = async (publication: Publication, happened: PortalEvent): Promise<void> => {
  await publishEvent(publication, happened);
  const { req, portal } = publication;
  const { event, timestamp, data } = happened;
  await tellAfterTicketEvent(
    portal.options.hooks.afterTicketEvent,
    { event, timestamp: timestamp.toISOString(), data } as TicketEvent,
    req,
  );
};

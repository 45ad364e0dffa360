import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { afterCommit } from '../database/transaction.ts';
import type { AfterTicketEventHook } from '../options/hooks.ts';
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

/** Calls the app's own hooks, one after the other, once the request's change is committed. Nothing waits for them. */
const tellAfterTicketEvent = async (
  hooks: readonly AfterTicketEventHook[],
  event: TicketEvent,
  req: PayloadRequest,
): Promise<void> => {
  if (hooks.length === 0) return;
  // In a turn of its own: by then the CMS has taken the transaction that is over off the request.
  await afterCommit(req, () => void setImmediate(() => callAll(hooks, event, req)));
};

const callAll = async (
  hooks: readonly AfterTicketEventHook[],
  event: TicketEvent,
  req: PayloadRequest,
): Promise<void> => {
  const { payload } = req;
  for (const hook of hooks) {
    try {
      await hook({ event: structuredClone(event), payload, req });
    } catch (err) {
      payload.logger.error({ err, msg: 'An afterTicketEvent hook threw; the ticket is not affected.' });
    }
  }
};

import type { PayloadRequest } from 'payload';
import { afterCommit } from '../src/database/transaction.ts';
import type { AfterTicketEventHook } from '../src/options/hooks.ts';
import type { TicketEvent } from '../src/webhooks/eventSchemas.ts';

/** Calls the app's own hooks, one after the other, once the request's change is committed. Nothing waits for them. */
export const tellAfterTicketEvent = async (
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

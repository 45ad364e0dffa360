import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import { enqueue, type Job, type Queue } from '../../core/jobs/jobs.ts';
import type { EventSource, MailEvent } from '../email-log/feature.ts';
import { type Recorded, recordEvents } from './recordEvents.ts';

/** Events that came before the row of their mail. */
export interface WaitingEvents {
  readonly source: EventSource;
  readonly events: readonly (Omit<MailEvent, 'at'> & { readonly at: string })[];
  /** The moment since which they wait, ISO 8601. */
  readonly since: string;
}

export const waitingEventsQueue: Queue<WaitingEvents> = { name: 'mail-events', leaseSeconds: 60 };

/** Time for which events wait for the row of their mail, in seconds. */
const longestWait = 24 * 60 * 60;

const shortestPause = 1;
const longestPause = 600;

/** Records events, in the request's transaction. Events whose mail is not in the log yet wait a day for it. */
export const takeEvents = (
  req: PayloadRequest,
  portal: PortalContext,
  source: EventSource,
  events: readonly MailEvent[],
): Promise<Recorded> => inTransaction(req, () => take(req, portal, { source, events, since: new Date() }));

interface Taking {
  readonly source: EventSource;
  readonly events: readonly MailEvent[];
  readonly since: Date;
}

const take = async (
  req: PayloadRequest,
  portal: PortalContext,
  { source, events, since }: Taking,
): Promise<Recorded> => {
  const recorded = await recordEvents(req, portal, source, events);
  const waited = (Date.now() - since.getTime()) / 1_000;
  if (recorded.left.length === 0 || waited > longestWait) return recorded;
  const waiting = {
    source,
    events: recorded.left.map((event) => ({ ...event, at: event.at.toISOString() })),
    since: since.toISOString(),
  };
  // Each pause is half of the time waited so far.
  const afterSeconds = Math.min(Math.max(waited / 2, shortestPause), longestPause);
  await enqueue(req, waitingEventsQueue, waiting, { afterSeconds });
  return recorded;
};

/** Looks again for the mails of events that came before their rows. */
export const takeWaitingEvents = async (
  payload: Payload,
  portal: PortalContext,
  { data: { source, events, since } }: Pick<Job<WaitingEvents>, 'data'>,
): Promise<void> => {
  const req = await createLocalReq({}, payload);
  const again = events.map((event) => ({ ...event, at: new Date(event.at) }));
  await inTransaction(req, () => take(req, portal, { source, events: again, since: new Date(since) }));
};

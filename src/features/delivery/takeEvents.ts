import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import { eraseInQueue } from '../../core/jobs/eraseInQueue.ts';
import { enqueue, type Job, type Queue } from '../../core/jobs/jobs.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';
import { foldAddress } from '../../core/shared/addresses/notations.ts';
import type { EventSource, MailEvent } from '../email-log/feature.ts';
import { type Recorded, recordEvents } from './recordEvents.ts';

/** Events that came before the row of their mail. */
export interface WaitingEvents {
  readonly source: EventSource;
  readonly events: readonly WaitingEvent[];
  /** The names of the mails. Each list stands here once: a bounce can name one mail at length, and many recipients of it. */
  readonly names?: readonly MailEvent['messageIds'][];
  /** The moment since which they wait, ISO 8601. */
  readonly since: string;
}

/** Jobs of builds before 4.11 have the names in each event. */
type WaitingEvent = Omit<MailEvent, 'at' | 'messageIds'> &
  Partial<Pick<MailEvent, 'messageIds'>> & {
    readonly at: string;
    /** The place of its mail's names. */
    readonly mail?: number;
  };

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
  const waiting = { source, ...packed(recorded.left), since: since.toISOString() };
  // Each pause is half of the time waited so far.
  const afterSeconds = Math.min(Math.max(waited / 2, shortestPause), longestPause);
  await enqueue(req, waitingEventsQueue, waiting, { afterSeconds });
  return recorded;
};

const packed = (events: readonly MailEvent[]): Pick<WaitingEvents, 'events' | 'names'> => {
  const places = new Map<string, number>();
  const names: MailEvent['messageIds'][] = [];
  const placeOf = (messageIds: MailEvent['messageIds']): number => {
    const key = messageIds.join(' ');
    const place = places.get(key) ?? names.push(messageIds) - 1;
    places.set(key, place);
    return place;
  };
  const told = events.map(({ at, messageIds, ...event }) => ({
    ...event,
    at: at.toISOString(),
    mail: placeOf(messageIds),
  }));
  return { events: told, names };
};

const unpacked = ({ events, names = [] }: Pick<WaitingEvents, 'events' | 'names'>): readonly MailEvent[] =>
  events.map(({ at, mail, messageIds = names[mail ?? 0] ?? [], ...event }) => ({
    ...event,
    messageIds,
    at: new Date(at),
  }));

/** Looks again for the mails of events that came before their rows. */
export const takeWaitingEvents = async (
  payload: Payload,
  portal: PortalContext,
  { data }: Pick<Job<WaitingEvents>, 'data'>,
): Promise<void> => {
  const req = await createLocalReq({}, payload);
  const waiting = { source: data.source, events: unpacked(data), since: new Date(data.since) };
  await inTransaction(req, () => take(req, portal, waiting));
};

/** Takes an address out of the events that came before the row of their mail. */
export const eraseWaitingEvents = (erasure: AddressErasure): Promise<void> =>
  eraseInQueue(erasure, waitingEventsQueue, (data) => ({
    ...data,
    events: data.events.filter(({ recipient }) => !erasure.notations.includes(foldAddress(recipient))),
  }));

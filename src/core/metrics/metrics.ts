import type { Payload } from 'payload';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { buildInstruments } from './instruments.ts';
import { buildTotals } from './totals.ts';

/** What became of a delivery by a try: a `pending` one is tried again. */
export type TriedStatus = 'pending' | 'delivered' | 'failed';

/** Rows of this process that the email log does not have yet: of mails under way, and of mails whose outcome is known. */
export type SpoolDepth = Readonly<Record<'under_way' | 'waiting', number>>;

/** How mail in keeps up. */
export interface InboundDepth {
  /** For how long the oldest message waits to be processed, in seconds; 0 if none does. */
  readonly oldestSeconds: number;
  /** When a mailbox was last read to its end, in seconds since 1970; 0 if none was. */
  readonly lastReadAt: number;
}

/** What a Payload instance measures of itself and of the portal, for Prometheus. */
export interface Metrics {
  /** @param transport null if none was tried */
  countMail(mail: { readonly transport: string | null; readonly status: string }): void;
  countTries(status: TriedStatus, count: number): void;
  /** Counts a message that came by mail and is stored. */
  countInbound(via: string): void;
  /** Counts one that is processed. */
  countProcessed(outcome: string): void;
  /** Begins to time a request. @returns its end, told the status of the answer */
  timeRequest(operation: string): (status: number) => void;
  followSpool(depth: () => SpoolDepth): void;
  /** Has mail in answer for itself. */
  followInbound(read: () => Promise<InboundDepth>): void;
  /** @throws if the database is away */
  read(): Promise<Exposition>;
  /** Brings what was counted to the database. Never throws. */
  close(): Promise<void>;
}

/** Prometheus's text format, version 0.0.4. */
export interface Exposition {
  readonly text: string;
  readonly contentType: string;
}

const key = Symbol.for('payload-support-portal.metrics');

export const metricsOf = (payload: Payload): Metrics => {
  const holder = payload as Payload & { [key]?: Metrics };
  holder[key] ??= buildMetrics(payload);
  return holder[key];
};

const nothing: SpoolDepth = { under_way: 0, waiting: 0 };

const buildMetrics = (payload: Payload): Metrics => {
  // Of its own: an app that measures itself with the same library has the default one.
  const registry = new Registry();
  const totals = buildTotals(payload);
  let spoolDepth = (): SpoolDepth => nothing;
  let inboundDepth = async (): Promise<InboundDepth> => ({ oldestSeconds: 0, lastReadAt: 0 });
  const durations = buildInstruments({
    payload,
    registry,
    totals,
    spoolDepth: () => spoolDepth(),
    inboundDepth: () => inboundDepth(),
  });
  let isAsked = false;

  return {
    countMail: ({ transport, status }) => totals.add('mails', { transport: transport ?? 'none', status }),
    countTries: (status, count) => totals.add('webhook_tries', { status }, count),
    countInbound: (via) => totals.add('inbound_mails', { via }),
    countProcessed: (outcome) => totals.add('inbound_processed', { outcome }),
    timeRequest(operation) {
      const end = durations.startTimer({ operation });
      return (status) => void end({ status });
    },
    followSpool(depth) {
      spoolDepth = depth;
    },
    followInbound(read) {
      inboundDepth = read;
    },
    async read() {
      // They watch the process from then on, so they begin with the first scrape.
      if (!isAsked) collectDefaultMetrics({ register: registry });
      isAsked = true;
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
    close: totals.close,
  };
};

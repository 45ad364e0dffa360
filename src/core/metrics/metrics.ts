import type { Payload } from 'payload';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { contextOf, type PortalContext } from '../context.ts';
import { type QueueDepth, workOf } from '../jobs/work.ts';
import { keptOn } from '../shared/concurrency/keptOn.ts';
import { buildTotals, type Labels, type Totals } from './totals.ts';

/** The figures that a Payload instance measures of itself and of the portal, for Prometheus. */
interface Metrics {
  /**
   * Adds to one of the counters that features declare.
   *
   * @param by 1 if left out
   */
  count(metric: string, labels: Labels, by?: number): void;
  /** Begins to time a request. @returns its end, which takes the status of the response */
  timeRequest(operation: string): (status: number) => void;
  /** @throws if the database is unreachable */
  read(): Promise<Exposition>;
  /** Writes the counts to the database. Never throws. */
  close(): Promise<void>;
}

/** Prometheus's text format, version 0.0.4. */
interface Exposition {
  readonly text: string;
  readonly contentType: string;
}

export const metricsOf = (payload: Payload): Metrics =>
  keptOn(payload, 'metrics', () => buildMetrics(payload));

const buildMetrics = (payload: Payload): Metrics => {
  // Uses a registry of its own: the default one belongs to an app that measures itself with the same library.
  const registry = new Registry();
  const totals = buildTotals(payload);
  const durations = buildInstruments({ payload, portal: contextOf(payload), registry, totals });
  let isAsked = false;

  return {
    count: totals.add,
    timeRequest(operation) {
      const end = durations.startTimer({ operation });
      return (status) => void end({ status });
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

interface InstrumentParts {
  readonly payload: Payload;
  /** It is null if the plugin is disabled. */
  readonly portal: PortalContext | null;
  readonly registry: Registry;
  readonly totals: Totals;
}

/** Bounds in seconds: from a small list to the longest upload of interest. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Exposes the figures of all features beside the process's own. Totals and queues are the database's, the same from every
 * process; durations and the gauges of some features are this process's.
 *
 * @returns the durations of requests, which are noted as they end
 */
const buildInstruments = (parts: InstrumentParts): Histogram<'operation' | 'status'> => {
  exposeCounters(parts);
  exposeQueues(parts);
  exposeGauges(parts);
  return new Histogram({
    name: 'support_portal_http_request_duration_seconds',
    help: 'Duration of requests to the API, by operation and status; of this process.',
    labelNames: ['operation', 'status'],
    buckets,
    registers: [parts.registry],
  });
};

interface Named {
  /** The name without the prefix. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[] | undefined;
}

const settingsOf = ({ name, help, labelNames = [] }: Named, registry: Registry) => ({
  name: `support_portal_${name}`,
  help,
  labelNames: [...labelNames],
  registers: [registry],
});

const exposeCounters = ({ portal, registry, totals }: InstrumentParts): void => {
  for (const { metric, ...named } of (portal?.features ?? []).flatMap(({ counters }) => counters ?? []))
    new Counter({
      ...settingsOf(named, registry),
      async collect() {
        const found = await totals.read();
        this.reset();
        for (const total of found) if (total.metric === metric) this.inc({ ...total.labels }, total.value);
      },
    });
};

const exposeGauges = ({ payload, portal, registry }: InstrumentParts): void => {
  if (!portal) return;
  for (const { read, ...named } of portal.features.flatMap(
    (feature) => feature.gauges?.(payload, portal) ?? [],
  ))
    new Gauge({
      ...settingsOf(named, registry),
      async collect() {
        for (const { labels = {}, value } of await read()) this.set({ ...labels }, value);
      },
    });
};

const exposeQueues = ({ payload, registry }: InstrumentParts): void => {
  const exposeDepth = (named: Named, show: (gauge: Gauge, depth: QueueDepth) => void) =>
    new Gauge({
      ...settingsOf(named, registry),
      async collect() {
        const depths = await workOf(payload).depths();
        this.reset();
        for (const depth of depths) show(this, depth);
      },
    });
  exposeDepth(
    {
      name: 'queue_jobs',
      help: 'Jobs by queue and state: due now, due later, or active in a worker; of all processes.',
      labelNames: ['queue', 'state'],
    },
    (gauge, { queue, due, later, active }) => {
      for (const [state, jobs] of Object.entries({ due, later, active })) gauge.set({ queue, state }, jobs);
    },
  );
  exposeDepth(
    {
      name: 'queue_oldest_due_seconds',
      help: 'Seconds for which the oldest due job has waited for a worker; 0 if none waits.',
      labelNames: ['queue'],
    },
    (gauge, { queue, oldestDueSeconds }) => gauge.set({ queue }, oldestDueSeconds),
  );
};

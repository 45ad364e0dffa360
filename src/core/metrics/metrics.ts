import type { Payload } from 'payload';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { contextOf } from '../context.ts';
import { keptOn } from '../shared/concurrency/keptOn.ts';
import { buildInstruments } from './instruments.ts';
import { buildTotals, type Labels } from './totals.ts';

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

import type { Payload } from 'payload';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type QueueDepth, workOf } from '../jobs/work.ts';
import type { InboundDepth, SpoolDepth } from './metrics.ts';
import type { Totals } from './totals.ts';

interface InstrumentParts {
  readonly payload: Payload;
  readonly registry: Registry;
  readonly totals: Totals;
  spoolDepth(): SpoolDepth;
  inboundDepth(): Promise<InboundDepth>;
}

/** In seconds: from a small list to the longest upload that is worth a look. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * What is exposed beside the process's own figures. Totals and queues are the database's, the same from every process;
 * durations and the spool are this process's.
 *
 * @returns the durations of requests, which are noted as they end
 */
export const buildInstruments = (parts: InstrumentParts): Histogram<'operation' | 'status'> => {
  exposeTotals(parts);
  exposeQueues(parts);
  exposeSpool(parts);
  exposeInbound(parts);
  return new Histogram({
    name: 'support_portal_http_request_duration_seconds',
    help: 'Duration of requests to the API, by operation and status; of this process.',
    labelNames: ['operation', 'status'],
    buckets,
    registers: [parts.registry],
  });
};

const exposeTotals = ({ registry, totals }: InstrumentParts): void => {
  const exposeTotal = (metric: string, name: string, help: string, labelNames: string[]) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const found = await totals.read();
        this.reset();
        for (const total of found) if (total.metric === metric) this.inc({ ...total.labels }, total.value);
      },
    });
  exposeTotal(
    'mails',
    'support_portal_mails_total',
    'Mails tried, by the transport that carried them (the last tried of those that failed) and status; of all processes.',
    ['transport', 'status'],
  );
  exposeTotal(
    'webhook_tries',
    'support_portal_webhook_tries_total',
    'Tries of webhook deliveries, by the status they left the delivery in (pending: it is tried again); of all processes.',
    ['status'],
  );
  exposeTotal(
    'inbound_mails',
    'support_portal_inbound_mails_total',
    'Messages that came by mail and were stored, by the way they came; of all processes.',
    ['via'],
  );
  exposeTotal(
    'inbound_processed',
    'support_portal_inbound_processed_total',
    'Messages that were processed, by outcome; of all processes.',
    ['outcome'],
  );
};

const exposeQueues = ({ payload, registry }: InstrumentParts): void => {
  const exposeDepth = (
    name: string,
    help: string,
    labelNames: string[],
    show: (gauge: Gauge, depth: QueueDepth) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const depths = await workOf(payload).depths();
        this.reset();
        for (const depth of depths) show(this, depth);
      },
    });
  exposeDepth(
    'support_portal_queue_jobs',
    'Jobs by queue and state: due now, due later, or active in a worker; of all processes.',
    ['queue', 'state'],
    (gauge, { queue, due, later, active }) => {
      for (const [state, jobs] of Object.entries({ due, later, active })) gauge.set({ queue, state }, jobs);
    },
  );
  exposeDepth(
    'support_portal_queue_oldest_due_seconds',
    'How long the oldest job that is due has waited for a worker; 0 where none does.',
    ['queue'],
    (gauge, { queue, oldestDueSeconds }) => gauge.set({ queue }, oldestDueSeconds),
  );
};

const exposeSpool = ({ registry, spoolDepth }: InstrumentParts): void => {
  new Gauge({
    name: 'support_portal_mail_spool_rows',
    help: 'Rows that the email log does not have yet: of mails under way, or waiting for the database; of this process.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, rows] of Object.entries(spoolDepth())) this.set({ state }, rows);
    },
  });
};

const exposeInbound = ({ registry, inboundDepth }: InstrumentParts): void => {
  const exposeDepth = (name: string, help: string, figure: (depth: InboundDepth) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(figure(await inboundDepth()));
      },
    });
  exposeDepth(
    'support_portal_inbound_oldest_unprocessed_seconds',
    'How long the oldest message that came by mail waits to be processed; 0 where none does.',
    ({ oldestSeconds }) => oldestSeconds,
  );
  exposeDepth(
    'support_portal_inbound_last_read_timestamp_seconds',
    'When a mailbox was last read to its end, in seconds since 1970; 0 where none was.',
    ({ lastReadAt }) => lastReadAt,
  );
};

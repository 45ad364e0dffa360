import type { Payload } from 'payload';
import { portalPool } from '../database/pool.ts';
import { inTurns } from '../shared/concurrency/concurrency.ts';
import { within } from '../shared/concurrency/within.ts';

/** Names and values that tell the counts of one metric apart. */
export type Labels = Readonly<Record<string, string>>;

export interface Total {
  readonly metric: string;
  readonly labels: Labels;
  readonly value: number;
}

/**
 * Counts that hold over all processes and outlive them. They are counted in memory and flushed to the database every few
 * seconds by one statement: no mail waits for it, and counts that a killed process had not flushed are lost.
 */
export interface Totals {
  /** @param value the number to add; 1 if left out */
  add(metric: string, labels: Labels, value?: number): void;
  /** @throws if the database is unreachable; the counts are kept for the next time */
  read(): Promise<readonly Total[]>;
  /** Flushes the rest. Never throws. */
  close(): Promise<void>;
}

/** The time between two flushes, in milliseconds. */
const betweenFlushes = 10_000;
const longestLastFlush = 1_000;

export const buildTotals = (payload: Payload): Totals => {
  let counted = new Map<string, { metric: string; labels: string; value: number }>();
  let timer: NodeJS.Timeout | null = null;

  const count = (metric: string, labels: string, value: number): void => {
    const key = `${metric} ${labels}`;
    const known = counted.get(key)?.value ?? 0;
    counted.set(key, { metric, labels, value: known + value });
    timer ??= setTimeout(() => flush().catch(() => {}), betweenFlushes).unref();
  };

  const flush = inTurns(async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (counted.size === 0) return;
    const taken = [...counted.values()];
    counted = new Map();
    try {
      await portalPool(payload).query(addSql, [JSON.stringify(taken)]);
    } catch (error) {
      for (const { metric, labels, value } of taken) count(metric, labels, value);
      throw error;
    }
  });

  return {
    add: (metric, labels, value = 1) => count(metric, JSON.stringify(labels), value),
    async read() {
      await flush();
      const { rows } = await portalPool(payload).query<Record<keyof Total, string>>(
        'select metric, labels, value from support_portal.totals order by metric, labels',
      );
      return rows.map(({ metric, labels, value }) => ({
        metric,
        labels: JSON.parse(labels) as Labels,
        value: Number(value),
      }));
    },
    async close() {
      await within(
        flush().catch(() => {}),
        longestLastFlush,
        undefined,
      );
      if (timer) clearTimeout(timer);
    },
  };
};

/** Writes the counts in the same order in all processes, so that two never wait for each other. */
const addSql = `
  insert into support_portal.totals (metric, labels, value)
  select metric, labels, value
  from json_to_recordset($1::json) as counted (metric text, labels text, value bigint)
  order by metric, labels
  on conflict (metric, labels) do update set value = totals.value + excluded.value`;

import type { Payload } from 'payload';
import { postgresOf } from './pool.ts';
import { askShared } from './sharedQueries.ts';

/** The rows to count: those of a table that meet a condition. */
export interface Counted {
  readonly from: string;
  /** The condition, with the word `where`; empty if there is none. */
  readonly where: string;
  /** The values for `$1`, `$2`, … in the condition. */
  readonly values: readonly unknown[];
}

/**
 * The exact number of rows now. Counting is the slowest part of a list. Concurrent requests share one count, which is valid
 * until the next commit.
 */
export const countExactly = (payload: Payload, counted: Counted): Promise<number> =>
  askShared(payload, JSON.stringify(['count', counted]), () => buildCount(payload, counted));

/**
 * A snapshot names the transactions whose changes are seen: if it is still the same, so is every count. PostgreSQL
 * uses no transaction's number twice.
 */
const buildCount = (payload: Payload, { from, where, values }: Counted): (() => Promise<number>) => {
  const sql = `
    select pg_current_snapshot()::text as snapshot,
      case when pg_current_snapshot()::text is distinct from $${values.length + 1}
        then (select count(*) from ${from} ${where}) end as total`;
  let known: { readonly snapshot: string | null; readonly total: number } = { snapshot: null, total: 0 };
  return async () => {
    const { rows } = await postgresOf(payload).pool.query<{ snapshot: string; total: string | null }>(sql, [
      ...values,
      known.snapshot,
    ]);
    const [row] = rows;
    if (row && row.total !== null) known = { snapshot: row.snapshot, total: Number(row.total) };
    return known.total;
  };
};

/** Highest age of the unfiltered total that is shown beside the filtered one, in milliseconds. */
const oldest = 5_000;

/** The number of rows, at most a few seconds old. */
export const countLately = (payload: Payload, counted: Counted): Promise<number> =>
  askShared(payload, JSON.stringify(['count lately', counted]), () => {
    let known = { total: 0, at: Number.NEGATIVE_INFINITY };
    return async () => {
      if (performance.now() - known.at > oldest) {
        const at = performance.now();
        known = { total: await countExactly(payload, counted), at };
      }
      return known.total;
    };
  });

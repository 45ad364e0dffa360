import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';

interface Pruning {
  /** Rows older than this moment go. */
  before: Date;
  /** A counter that is kept with each batch, in the same statement: `update <table> set deleted = … where id = …`. */
  counter?: { table: string; id: number | string };
  /** Hears how many are gone so far. */
  progressed?(total: number): void;
}

const batchSize = 5_000;

/** Between two batches, in milliseconds: whoever inserts gets a turn. */
const pause = 20;

/**
 * Deletes the rows of the log that are older than a moment, the oldest first, in batches that are committed one by
 * one.
 *
 * @returns how many
 */
export const pruneEmails = async (payload: Payload, slug: string, pruning: Pruning): Promise<number> => {
  const sql = pruneSql(tableOf(payload, slug), pruning.counter?.table);
  const parameters = pruning.counter ? [pruning.before, pruning.counter.id] : [pruning.before];
  for (let total = 0; ; ) {
    const { rows } = await postgresOf(payload).pool.query<{ count: string }>(sql, parameters);
    const count = Number(rows[0]?.count ?? 0);
    total += count;
    pruning.progressed?.(total);
    if (count < batchSize) return total;
    await sleep(pause);
  }
};

const pruneSql = (table: string, counterTable: string | undefined): string => {
  const gone = `gone as (
    delete from ${table} where id in (
      select id from ${table} where created_at < $1 order by created_at limit ${batchSize}
    ) returning 1
  ), counted as (select count(*) as count from gone)`;
  return counterTable
    ? `with ${gone} update ${counterTable} set deleted = deleted + count from counted where id = $2 returning count`
    : `with ${gone} select count from counted`;
};

/** The database's own time: it decides what is old, whatever the clocks of the app's machines say. */
export const databaseNow = async (payload: Payload): Promise<Date> => {
  const { rows } = await postgresOf(payload).pool.query<{ now: Date }>('select now() as now');
  return rows[0]?.now ?? new Date();
};

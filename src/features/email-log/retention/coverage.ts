import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { postgresOf } from '../../../core/database/pool.ts';
import { askShared } from '../../../core/database/sharedQueries.ts';
import { type LogSlugs, type LogTables, logTables } from '../reading/query.ts';

/** The oldest moment the log can speak for: its own beginning, until a purge or the retention moves it. */
export const coversSince = (payload: Payload): Promise<string> =>
  askShared(payload, 'coverage', () => async () => {
    const { rows } = await postgresOf(payload).pool.query<{ value: string }>(
      `select value from support_portal.meta where key = 'email_log.covers_since'`,
    );
    const [row] = rows;
    if (!row) throw new Error('The email log has no start: the database was not prepared.');
    return row.value;
  });

/** Moves the start of the log's coverage forward. It never moves back. */
export const moveCoverage = async (payload: Payload, moment: Date): Promise<void> => {
  await postgresOf(payload).pool.query(
    `update support_portal.meta set value = greatest(value, $1) where key = 'email_log.covers_since'`,
    [moment.toISOString()],
  );
};

/** The statement that sets the log's beginning once: now, or the oldest row if there are any already. */
export const beginCoverageSql = (table: string): string => `
  insert into support_portal.meta (key, value)
  select 'email_log.covers_since',
         to_char(least(now(), (select min(created_at) from ${table})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  on conflict (key) do nothing`;

interface Pruning {
  /** Rows older than this moment go. */
  before: Date;
  /** A counter that each batch updates in its own statement: `update <table> set deleted = … where id = …`. */
  counter?: { table: string; id: number | string };
  /** Called with the number of rows that are deleted so far. */
  progressed?(total: number): void;
}

const batchSize = 1_000;

/** Between two batches, in milliseconds, so that inserts get a turn. */
const pause = 20;

/**
 * Deletes the rows of the log that are older than a moment, with their delivery reports, the oldest first, in batches. Each
 * batch is committed by itself.
 *
 * @returns the number of deleted rows
 */
export const pruneEmails = async (payload: Payload, slugs: LogSlugs, pruning: Pruning): Promise<number> => {
  const sql = pruneSql(logTables(payload, slugs), pruning.counter?.table);
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

const pruneSql = ({ log, deliveries }: LogTables, counterTable: string | undefined): string => {
  const gone = `gone as (
    delete from ${log} where id in (
      select id from ${log} where created_at < $1 order by created_at limit ${batchSize}
    ) returning id
  ), untold as (
    delete from ${deliveries} where email in (select id::text from gone)
  ), counted as (select count(*) as count from gone)`;
  return counterTable
    ? `with ${gone} update ${counterTable} set deleted = deleted + count from counted where id = $2 returning count`
    : `with ${gone} select count from counted`;
};

/** Deletes delivery reports whose row was deleted in another way, or before the report arrived. */
export const forgetOrphans = async (payload: Payload, slugs: LogSlugs): Promise<void> => {
  const { log, deliveries } = logTables(payload, slugs);
  await postgresOf(payload).pool.query(
    `delete from ${deliveries} d where not exists (select from ${log} log where log.id::text = d.email)`,
  );
};

/** The database's own time. It decides on a row's age, whatever the clocks of the app's machines say. */
export const databaseNow = async (payload: Payload): Promise<Date> => {
  const { rows } = await postgresOf(payload).pool.query<{ now: Date }>('select now() as now');
  return rows[0]?.now ?? new Date();
};

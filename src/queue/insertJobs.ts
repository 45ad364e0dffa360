import { randomUUID } from 'node:crypto';
import type { Executor } from './executor.ts';
import type { NewJob } from './queue.ts';

interface Insertion {
  readonly executor: Executor;
  /** Where pg-boss keeps its tables. */
  readonly schema: string;
  readonly queue: string;
  readonly jobs: readonly NewJob<object>[];
}

/** Where pg-boss keeps its tables. */
export const jobSchema = 'support_portal';

/**
 * The statement that inserts jobs, to be run by itself or as a part of another.
 *
 * @param queue its name, as an expression
 * @param jobs what has a column `id`, a UUID; `data`, JSON; and `pause`, an interval
 */
export const insertJobsSql = (schema: string, queue: string, jobs: string): string => `
  insert into ${schema}.job
    (id, name, data, start_after, expire_in, keep_until, retry_limit, retry_delay, policy)
  select j.id, q.name, j.data, now() + j.pause, q.expire_seconds * interval '1 second',
    now() + j.pause + q.retention_minutes * interval '1 minute', q.retry_limit, q.retry_delay, q.policy
  from ${schema}.queue q, ${jobs} as j
  where q.name = ${queue}`;

/**
 * Inserts jobs as pg-boss 10.4 does. Its own statement knows all that a job may differ in, and PostgreSQL takes longer to
 * plan it than for the rest of a change that sets off a job.
 *
 * @returns how many jobs the queue took; of one that does not exist none
 */
export const insertJobs = async ({ executor, schema, queue, jobs }: Insertion): Promise<number> => {
  const rows = jobs.map(({ id = randomUUID(), data, afterSeconds = 0 }) => ({
    id,
    data,
    // Seconds, as PostgreSQL reads an interval.
    pause: afterSeconds.toFixed(3),
  }));
  const { rowCount } = await executor.executeSql(
    `${insertJobsSql(schema, '$1', given)} on conflict do nothing`,
    [queue, JSON.stringify(rows)],
  );
  return rowCount ?? 0;
};

const given = `(select id, data, pause from json_to_recordset($2::json) as g (id uuid, data jsonb, pause interval))`;

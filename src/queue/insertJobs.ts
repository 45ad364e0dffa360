import { randomUUID } from 'node:crypto';
import type { Executor } from './executor.ts';
import type { NewJob, Queue } from './queue.ts';

interface Insertion {
  readonly executor: Executor;
  readonly queue: Queue<object>;
  readonly jobs: readonly NewJob<object>[];
}

/** Where pg-boss keeps its tables. */
export const jobSchema = 'support_portal';

/**
 * Nothing is lost for its age or for how often it was tried: whoever makes a job decides when it is at its end.
 * A job that is done is deleted, so the engine's archive stays empty.
 */
export const durable = {
  retryLimit: 2_147_483_647,
  retryDelay: 0,
  retentionMinutes: 10 * 366 * 24 * 60,
} as const;

/**
 * Inserts jobs as pg-boss 10.4 does. pg-boss's own statement knows all that a job may differ in, and PostgreSQL takes
 * longer to plan it than for the rest of a change that sets off a job.
 *
 * @returns how many jobs the queue took: one that it has already it does not take again
 */
export const insertJobs = async ({ executor, queue, jobs }: Insertion): Promise<number> => {
  const rows = jobs.map(({ id = randomUUID(), data, afterSeconds = 0 }) => ({
    id,
    data,
    // Seconds, as PostgreSQL reads an interval.
    pause: afterSeconds.toFixed(3),
  }));
  const { rowCount } = await executor.executeSql(
    `insert into ${jobSchema}.job
       (id, name, data, start_after, expire_in, keep_until, retry_limit, retry_delay, policy)
     select j.id, '${queue.name}', j.data, now() + j.pause, interval '${queue.leaseSeconds} seconds',
       now() + j.pause + interval '${durable.retentionMinutes} minutes', ${durable.retryLimit}, ${durable.retryDelay},
       'standard'
     from json_to_recordset($1::json) as j (id uuid, data jsonb, pause interval)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
  return rowCount ?? 0;
};

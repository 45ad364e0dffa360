import type { Pool, QueryResult } from 'pg';
import { jobSchema } from './insertJobs.ts';
import type { Job, Queue } from './queue.ts';

interface Fetching<Data extends object> {
  readonly pool: Pool;
  readonly queue: Queue<Data>;
  readonly most: number;
}

/**
 * Takes up jobs that are due, as pg-boss 10.4 does, but those first that have been due for longest: its index has them
 * in that order. pg-boss's own statement reads and sorts all that wait for each batch, and by a way (a bitmap) that
 * leaves behind in the index what earlier batches were: after a few thousand jobs, fetching cost more than doing them.
 *
 * It does not wait for the disk: what a crash of PostgreSQL undoes is fetched once more.
 */
export const fetchJobs = async <Data extends object>({
  pool,
  queue: { name },
  most,
}: Fetching<Data>): Promise<Job<Data>[]> => {
  // Without parameters: several statements in one text are one transaction, and one way to the server and back.
  const results: unknown = await pool.query(
    `set local synchronous_commit = off; set local enable_bitmapscan = off;
     with due as materialized (
       select id from ${jobSchema}.job
       where name = '${name}' and state < 'active' and start_after < now()
       order by start_after
       limit ${most}
       for update skip locked
     )
     update ${jobSchema}.job j
     set state = 'active', started_on = now(),
       retry_count = retry_count + case when started_on is null then 0 else 1 end
     from due
     where j.name = '${name}' and j.id = due.id
     returning j.id, j.data`,
  );
  return (results as QueryResult<Job<Data>>[]).at(-1)?.rows ?? [];
};

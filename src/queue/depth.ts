import type { Payload } from 'payload';
import { jobPool } from '../database/pool.ts';
import { askShared } from '../database/sharedQueries.ts';

export interface QueueDepth {
  readonly queue: string;
  /** Jobs that any worker may do now. */
  readonly due: number;
  /** Jobs of a later moment. */
  readonly later: number;
  /** Jobs that a worker has taken. */
  readonly active: number;
  /** How long the oldest job that is due has been so, in seconds; 0 where none is. */
  readonly oldestDueSeconds: number;
}

/** How much waits in each queue. Jobs that are done are deleted, so only those that wait are counted. */
export const queueDepths = (payload: Payload): Promise<readonly QueueDepth[]> =>
  askShared(payload, 'queue depths', () => async () => {
    const { rows: tables } = await jobPool(payload).query<{ exist: boolean }>(
      `select to_regclass('support_portal.job') is not null as exist`,
    );
    // Before the first job there are no tables of jobs.
    if (!tables[0]?.exist) return [];
    const { rows } = await jobPool(payload).query<Record<keyof QueueDepth, string>>(depthsSql);
    return rows.map(({ queue, due, later, active, oldestDueSeconds }) => ({
      queue,
      due: Number(due),
      later: Number(later),
      active: Number(active),
      oldestDueSeconds: Number(oldestDueSeconds),
    }));
  });

/** Names with two underscores are the engine's own. */
const depthsSql = `
  select q.name as queue,
    count(j.id) filter (where j.state < 'active' and j.start_after <= now()) as due,
    count(j.id) filter (where j.state < 'active' and j.start_after > now()) as later,
    count(j.id) filter (where j.state = 'active') as active,
    coalesce(extract(epoch from now() - min(j.start_after)
      filter (where j.state < 'active' and j.start_after <= now())), 0) as "oldestDueSeconds"
  from support_portal.queue q
  left join support_portal.job j on j.name = q.name and j.state <= 'active'
  where q.name not like '\\_\\_%'
  group by q.name order by q.name`;

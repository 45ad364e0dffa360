import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import PgBoss from 'pg-boss';
import { jobPool } from '../database/pool.ts';
import { preparePortalSchema } from '../database/prepareSchema.ts';
import { type Executor, inPoolTransaction, poolExecutor } from './executor.ts';
import { fetchJobs } from './fetchJobs.ts';
import { durable, insertJobs, jobSchema as schema } from './insertJobs.ts';
import type { Job, NewJob, Queue } from './queue.ts';
import { removeJobsSql } from './removeJobs.ts';

/** pg-boss on the portal's own connection: of its parts only the statements, none of its timers, pools and workers. */
export interface Engine {
  /** Makes the engine's tables and the queue, where they are not there yet. */
  prepare<Data extends object>(queue: Queue<Data>): Promise<void>;
  /** @param executor of the transaction that the jobs belong to */
  insert<Data extends object>(
    queue: Queue<Data>,
    jobs: readonly NewJob<Data>[],
    executor?: Executor | null,
  ): Promise<void>;
  /** Never rejects: no job is what a database that is away answers, too. */
  fetch<Data extends object>(queue: Queue<Data>, most: number): Promise<Job<Data>[]>;
  /** Takes jobs away for good. */
  remove(queue: Queue<object>, ids: readonly string[]): Promise<void>;
  /** Takes a job away for good; false where it was not there any more. */
  take(queue: Queue<object>, id: string): Promise<boolean>;
  /** Gives jobs back, for later. */
  postpone<Data extends object>(queue: Queue<Data>, jobs: readonly PostponedJob<Data>[]): Promise<void>;
  /** Gives back the jobs whose lease is over. */
  expire(): Promise<void>;
}

export type PostponedJob<Data extends object> = Job<Data> & { readonly afterSeconds: number };

export const buildEngine = (payload: Payload): Engine => {
  const db = poolExecutor(() => jobPool(payload));
  const config = { db, schema, supervise: false, schedule: false };
  const boss = new PgBoss(config);
  const prepared = new Map<string, Promise<void>>();
  let installed: Promise<void> | null = null;

  /** An instance whose start failed counts as started, hence a new one each time. */
  const install = async (): Promise<void> => {
    await preparePortalSchema(payload);
    await withRetries(() => new PgBoss(config).start());
  };

  const prepareOnce = async ({ name, leaseSeconds }: Queue<object>): Promise<void> => {
    installed ??= install().catch((error: unknown) => {
      installed = null;
      throw error;
    });
    await installed;
    if ((await boss.getQueue(name)) === null) await createQueue({ name, leaseSeconds });
  };

  /** One at a time in the whole database: two that make queues at once deadlock over the list of queues. */
  const createQueue = ({ name, leaseSeconds }: Queue<object>): Promise<void> =>
    inPoolTransaction(jobPool(payload), async (executor) => {
      await executor.executeSql(lockSql);
      await new PgBoss({ ...config, db: executor }).createQueue(name, {
        name,
        expireInSeconds: leaseSeconds,
        ...durable,
      });
    });

  return {
    prepare(queue) {
      const preparing =
        prepared.get(queue.name) ??
        prepareOnce(queue).catch((error: unknown) => {
          prepared.delete(queue.name);
          throw error;
        });
      prepared.set(queue.name, preparing);
      return preparing;
    },
    async insert(queue, jobs, executor) {
      const taken = await insertJobs({ executor: executor ?? db, queue, jobs });
      if (taken !== jobs.length) throw new Error(`The queue ${queue.name} has not taken all jobs.`);
    },
    fetch: (queue, most) => fetchJobs({ pool: jobPool(payload), queue, most }).catch(() => []),
    remove: ({ name }, ids) => boss.deleteJob(name, [...ids]),
    take: async (queue, id) => {
      const { rowCount } = await db.executeSql(removeJobsSql(queue, '$1::uuid'), [id]);
      return rowCount === 1;
    },
    postpone: (queue, jobs) =>
      inPoolTransaction(jobPool(payload), async (executor) => {
        await boss.deleteJob(
          queue.name,
          jobs.map(({ id }) => id),
          { db: executor },
        );
        await insertJobs({ executor, queue, jobs });
      }),
    expire: () => boss.expire(),
  };
};

const lockSql = `select pg_advisory_xact_lock(hashtextextended('payload-support-portal/queues', 0))`;

const mostTries = 3;
const pause = 200;

/** Of several processes that make the same tables at the same moment all but one are refused. */
const withRetries = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === mostTries) throw error;
      await sleep(pause);
    }
  }
};

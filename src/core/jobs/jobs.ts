import type { Payload, PayloadRequest } from 'payload';
import { jobPool } from '../database/pool.ts';
import { preparePortalSchema } from '../database/prepareSchema.ts';
import { runStatement } from '../database/statement.ts';
import { afterCommit, sessionOf } from '../database/transaction.ts';
import { persist } from '../shared/concurrency/within.ts';
import { workOf } from './work.ts';
import type { WorkSource } from './worker.ts';

/** A queue of jobs. */
export interface Queue<Data extends object> {
  readonly name: string;
  /**
   * Seconds for which a claim counts. The process renews it during the job, for an hour at most. One that does not counts as
   * dead, and another process claims the job.
   */
  readonly leaseSeconds: number;
  /** The data of its jobs, for the compiler only. It must hold no secret: the database keeps it as JSON. */
  readonly data?: Data;
}

export interface Job<Data extends object> {
  readonly id: string;
  readonly data: Data;
  /** Number of this claim of the job, from 1. */
  readonly claims: number;
  /**
   * Deletes the job before it is done, for work that must not happen twice: from then on no process does the job again, even
   * if this one dies.
   *
   * @returns false if the job is no longer this worker's; then do nothing
   * @throws if the database is unreachable; the job is retried then
   */
  take(): Promise<boolean>;
}

/** A claim of a job by a process. */
export type JobClaim = Pick<Job<object>, 'id' | 'claims'>;

/**
 * The condition that a claim holds, for statements of a worker that must change nothing once it was too slow for its job.
 *
 * @param id the parameter of the job's id, such as `$3`
 * @param claims that of the claim's number
 */
export const isClaimedSql = (id: string, claims: string): string =>
  `exists (select from support_portal.jobs where id = ${id} and claims = ${claims})`;

/**
 * Does a job, at least once: after a fault maybe twice, and maybe at the same time. A job whose handler throws is
 * retried with a backoff, unless it was taken.
 *
 * @param signal aborts when the process stops; the job then goes back to the queue
 */
export type JobHandler<Data extends object> = (job: Job<Data>, signal: AbortSignal) => Promise<void>;

export interface NewJob<Data extends object> {
  readonly data: Data;
  /** Delay by the database's clock; a fraction is fine. Default: 0 */
  readonly afterSeconds?: number;
}

/**
 * Creates jobs in the transaction of a request, so that both are committed or neither is; without a transaction, at
 * once. Workers of this process look for them after the commit, others within half a second.
 *
 * @throws if the transaction is over, so that no job outlives a cause that was rolled back
 */
export const enqueueAll = async <Data extends object>(
  req: PayloadRequest,
  { name }: Queue<Data>,
  jobs: readonly NewJob<Data>[],
): Promise<void> => {
  if (jobs.length === 0) return;
  const id = await req.transactionID;
  if (id !== undefined && id !== null && !(await sessionOf(req)))
    throw new Error('The transaction of the request is over: no job can be part of it.');
  await preparePortalSchema(req.payload);
  const rows = jobs.map(({ data, afterSeconds = 0 }) => ({ data, after: afterSeconds }));
  await runStatement(req, insertSql, [name, JSON.stringify(rows)]);
  await afterCommit(req, () => workOf(req.payload).wake(name));
};

/** Creates one job, as `enqueueAll` does several. */
export const enqueue = <Data extends object>(
  req: PayloadRequest,
  queue: Queue<Data>,
  data: Data,
  options: Omit<NewJob<Data>, 'data'> = {},
): Promise<void> => enqueueAll(req, queue, [{ data, ...options }]);

/**
 * Takes the jobs of a queue that no worker has begun and whose data contains something, in the transaction of a request, to be
 * replaced by others.
 */
export const takeWaiting = async <Data extends object>(
  req: PayloadRequest,
  { name }: Queue<Data>,
  part: Partial<Data>,
): Promise<readonly Required<NewJob<Data>>[]> => {
  await preparePortalSchema(req.payload);
  return (await runStatement<Required<NewJob<Data>>>(req, takeWaitingSql, [name, JSON.stringify(part)])).rows;
};

/**
 * Ends the claims of a process that has died. Its jobs are due immediately. A late statement of that
 * process can no longer claim them.
 *
 * @returns the ids of the jobs that are still there: it had not taken them
 * @throws if the database does not respond
 */
export const endClaims = async (
  payload: Payload,
  claims: readonly JobClaim[],
): Promise<ReadonlySet<string>> => {
  if (claims.length === 0) return new Set();
  await preparePortalSchema(payload);
  const ids = claims.map(({ id }) => id);
  await jobPool(payload).query(endClaimsSql, [ids, claims.map(({ claims: number }) => number)]);
  // A statement of its own: it sees what the first one waited for.
  const { rows } = await jobPool(payload).query<{ id: string }>(
    'select id from support_portal.jobs where id = any($1::uuid[])',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
};

/**
 * Runs the jobs of a queue by a function in every process that does background work.
 *
 * @param concurrency the most jobs under way at once in this process
 */
export const registerWorker = <Data extends object>(
  payload: Payload,
  queue: Queue<Data>,
  handle: JobHandler<Data>,
  concurrency = 20,
): void => {
  workOf(payload).register({
    queue: queue.name,
    depthSql: () => depthSql(queue.name),
    source: () => jobSource({ payload, queue, handle, concurrency }),
  });
};

interface SourceParts<Data extends object> {
  readonly payload: Payload;
  readonly queue: Queue<Data>;
  readonly handle: JobHandler<Data>;
  readonly concurrency: number;
}

type ClaimedJob<Data extends object> = Omit<Job<Data>, 'take'>;

const jobSource = <Data extends object>({
  payload,
  queue: { name, leaseSeconds },
  handle,
  concurrency,
}: SourceParts<Data>): WorkSource<ClaimedJob<Data>> => {
  const remove = async ({ id, claims }: ClaimedJob<Data>): Promise<boolean> =>
    (await jobPool(payload).query(removeSql, [id, claims])).rowCount === 1;

  // If the database cannot be told, the next renewal may reach it.
  const renew = ({ id, claims }: ClaimedJob<Data>): Promise<unknown> =>
    jobPool(payload)
      .query(renewSql, [id, claims, leaseSeconds])
      .catch(() => {});

  const release = (jobs: readonly ClaimedJob<Data>[], seconds: number) =>
    jobPool(payload).query(releaseSql, [jobs.map(({ id }) => id), jobs.map(({ claims }) => claims), seconds]);

  return {
    concurrency,
    claim: async (most) =>
      (await jobPool(payload).query<ClaimedJob<Data>>(claimSql, [name, most, leaseSeconds])).rows,
    async work(job, signal) {
      const last = Date.now() + longestRenewed;
      const renewing = setInterval(
        () => {
          if (Date.now() < last) void renew(job);
        },
        (leaseSeconds * 1_000) / 3,
      ).unref();
      try {
        await handle({ ...job, take: () => remove(job) }, signal);
        await persist(() => remove(job), leaseSeconds * 1_000, signal);
      } catch (err) {
        // If the database cannot be told, the end of the lease makes the job due again.
        await release([job], signal.aborted ? 0 : backoff(job.claims)).catch(() => {});
        if (!signal.aborted)
          payload.logger.error({ err, msg: `A job of the queue ${name} failed and is retried.` });
      } finally {
        clearInterval(renewing);
      }
    },
    giveBack: async (jobs) => void (await release(jobs, 0)),
  };
};

/** Time for which a claim is renewed, in milliseconds: a job that never ends is another process's after it. */
const longestRenewed = 3_600_000;

const shortestBackoff = 5;
const longestBackoff = 600;

/** Delay before the next try, in seconds. */
const backoff = (claims: number): number => Math.min(shortestBackoff * 2 ** (claims - 1), longestBackoff);

const insertSql = `
  insert into support_portal.jobs (queue, data, due_at)
  select $1, data, now() + after * interval '1 second' from json_to_recordset($2::json) as j(data jsonb, after float8)`;

const takeWaitingSql = `
  delete from support_portal.jobs where queue = $1 and not is_claimed and data @> $2::jsonb
  returning data, greatest(0, extract(epoch from due_at - now()))::float8 as "afterSeconds"`;

/** A claimed job is due again once its lease is over. */
const claimSql = `
  update support_portal.jobs
  set claims = claims + 1, is_claimed = true, due_at = now() + $3::int * interval '1 second'
  where id in (
    select id from support_portal.jobs where queue = $1 and due_at <= now() order by due_at limit $2
    for update skip locked)
  returning id, data, claims`;

/** Another claim, or the end of this one, makes the job another worker's. */
const removeSql = 'delete from support_portal.jobs where id = $1 and claims = $2 and is_claimed';

const renewSql = `
  update support_portal.jobs set due_at = now() + $3::int * interval '1 second'
  where id = $1 and claims = $2 and is_claimed`;

const releaseSql = `
  update support_portal.jobs j set is_claimed = false, due_at = now() + $3 * interval '1 second'
  from unnest($1::uuid[], $2::int[]) as given(id, claims)
  where j.id = given.id and j.claims = given.claims and j.is_claimed`;

/** A claim more makes the job another worker's. */
const endClaimsSql = `
  update support_portal.jobs j set claims = j.claims + 1, is_claimed = false, due_at = now()
  from unnest($1::uuid[], $2::int[]) as given(id, claims)
  where j.id = given.id and j.claims = given.claims and j.is_claimed`;

/**
 * Counts the jobs that are due, due later and active, and finds the time since which the oldest is due. `name` is a constant
 * of the code.
 */
const depthSql = (name: string): string => `
  select count(*) filter (where due_at <= now()) as due,
    count(*) filter (where due_at > now() and not is_claimed) as later,
    count(*) filter (where due_at > now() and is_claimed) as active,
    min(due_at) filter (where due_at <= now()) as oldest
  from support_portal.jobs where queue = '${name}'`;

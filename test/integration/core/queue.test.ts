import { commitTransaction, createLocalReq, initTransaction, killTransaction, type Payload } from 'payload';
import { portalOf } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  enqueue,
  enqueueAll,
  type JobHandler,
  type Queue,
  registerWorker,
} from '../../../src/core/jobs/jobs.ts';
import { eventually } from '../../support/mail/mail.ts';
import {
  createDatabase,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';

interface Errand {
  number: number;
}

let portal: TestPortal;
let nextQueue = 0;

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external' } });
  portalOf(portal.payload)?.work();
});

afterAll(() => portal.stop());

const newQueue = (): Queue<Errand> => ({ name: `errands-${nextQueue++}`, leaseSeconds: 40 });

const localReq = (payload: Payload = portal.payload) => createLocalReq({}, payload);

const reqInTransaction = async () => {
  const req = await localReq();
  await initTransaction(req);
  return req;
};

/** A queue that records its finished jobs. */
const recorded = (
  handle: JobHandler<Errand> = async () => {},
  concurrency?: number,
): { queue: Queue<Errand>; numbers: number[] } => {
  const queue = newQueue();
  const numbers: number[] = [];
  const keep: JobHandler<Errand> = async (job, signal) => {
    numbers.push(job.data.number);
    return handle(job, signal);
  };
  registerWorker(portal.payload, queue, keep, concurrency);
  return { queue, numbers };
};

const jobsIn = async ({ name }: Queue<Errand>) =>
  query<{ due_at: Date; is_claimed: boolean }>(
    portal.databaseUrl,
    'select due_at, is_claimed from support_portal.jobs where queue = $1',
    [name],
  );

const unclaimedIn = async (queue: Queue<Errand>) =>
  (await jobsIn(queue)).filter(({ is_claimed }) => !is_claimed);

describe('a job created in a transaction', () => {
  it('runs after the transaction is committed, and not before', async () => {
    const { queue, numbers } = recorded();
    const req = await reqInTransaction();
    await enqueue(req, queue, { number: 1 });
    const later = await localReq();
    await enqueue(later, queue, { number: 2 });
    await eventually(() => numbers.includes(2));
    expect(numbers).toEqual([2]);
    await commitTransaction(req);
    await eventually(() => numbers.length === 2);
    await eventually(async () => (await jobsIn(queue)).length === 0);
  });

  it('is rolled back with the transaction', async () => {
    const { queue, numbers } = recorded();
    const req = await reqInTransaction();
    await enqueue(req, queue, { number: 1 });
    await killTransaction(req);
    await enqueue(await localReq(), queue, { number: 2 });
    await eventually(async () => (await jobsIn(queue)).length === 0);
    expect(numbers).toEqual([2]);
  });

  it('is refused if the transaction is over already', async () => {
    const { queue, numbers } = recorded();
    const req = await reqInTransaction();
    const { transactionID } = req;
    await killTransaction(req);
    Object.assign(req, { transactionID });
    await expect(enqueue(req, queue, { number: 1 })).rejects.toThrow('is over');
    expect(numbers).toEqual([]);
  });

  it('may carry any text', async () => {
    const queue: Queue<{ text: string }> = { name: 'texts', leaseSeconds: 40 };
    const texts: string[] = [];
    registerWorker(portal.payload, queue, async ({ data }) => {
      texts.push(data.text);
    });
    const text = `$1 '' " \\ ; -- ñ 🎉 ${'long'.repeat(1_000)}`;
    const req = await reqInTransaction();
    await enqueue(req, queue, { text });
    await commitTransaction(req);
    await eventually(() => texts.length === 1);
    expect(texts).toEqual([text]);
  });
});

describe('a worker', () => {
  it('runs jobs in the order of their due times, not of their creation', async () => {
    const queue = newQueue();
    const late = [4, 1, 3, 2, 5];
    await enqueueAll(
      await localReq(),
      queue,
      late.map((number) => ({ data: { number } })),
    );
    await query(
      portal.databaseUrl,
      `update support_portal.jobs set due_at = now() - (data->>'number')::int * interval '1 minute' where queue = $1`,
      [queue.name],
    );
    const numbers: number[] = [];
    const keep: JobHandler<Errand> = async ({ data: { number } }) => {
      numbers.push(number);
    };
    registerWorker(portal.payload, queue, keep, 1);
    await eventually(() => numbers.length === late.length);
    expect(numbers).toEqual([5, 4, 3, 2, 1]);
  });

  it('runs the jobs of another process without a notification', async () => {
    const { queue, numbers } = recorded();
    const other = stopAfterTest(await startPortalOn(portal.databaseUrl));
    await enqueueAll(await localReq(other.payload), queue, [
      { data: { number: 1 } },
      { data: { number: 2 } },
    ]);
    await eventually(() => numbers.length === 2);
  });

  it('leaves a job until it is due', async () => {
    const { queue, numbers } = recorded();
    await enqueue(await localReq(), queue, { number: 1 }, { afterSeconds: 3_600 });
    await enqueue(await localReq(), queue, { number: 2 }, { afterSeconds: 0.2 });
    await eventually(() => numbers.includes(2));
    expect(numbers).toEqual([2]);
    await eventually(async () => (await jobsIn(queue)).length === 1);
    const [job] = await jobsIn(queue);
    const wait = (job?.due_at.getTime() ?? 0) - Date.now();
    expect(wait / 1_000).toBeGreaterThan(3_500);
    expect(wait / 1_000).toBeLessThan(3_700);
  });

  it('retries a job that throws, with a growing delay, and keeps it unchanged until then', async () => {
    const { queue, numbers } = recorded(async ({ claims }) => {
      if (claims < 3) throw new Error('The receiver is ill.');
    });
    await enqueue(await localReq(), queue, { number: 7 });
    const waits: number[] = [];
    for (let failures = 1; failures < 3; failures++) {
      await eventually(async () => numbers.length === failures && (await unclaimedIn(queue)).length === 1);
      const [job] = await jobsIn(queue);
      waits.push(((job?.due_at.getTime() ?? 0) - Date.now()) / 1_000);
      await query(portal.databaseUrl, 'update support_portal.jobs set due_at = now() where queue = $1', [
        queue.name,
      ]);
    }
    await eventually(async () => (await jobsIn(queue)).length === 0);
    expect(numbers).toEqual([7, 7, 7]);
    expect(waits[0]).toBeLessThan(5.5);
    expect(waits[1]).toBeGreaterThan(5.5);
  });

  it('runs a taken job once, even if it throws', async () => {
    const { queue, numbers } = recorded(async ({ take }) => {
      expect(await take()).toBe(true);
      expect(await take()).toBe(false);
      throw new Error('after all');
    });
    await enqueue(await localReq(), queue, { number: 1 });
    await eventually(() => numbers.length === 1);
    await eventually(async () => (await jobsIn(queue)).length === 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([numbers, await jobsIn(queue)]).toEqual([[1], []]);
  });

  it('is not delayed by a hanging job, and runs no more of them than allowed', async () => {
    let underWay = 0;
    let most = 0;
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    onTestFinished(() => release());
    const { queue, numbers } = recorded(async ({ data }) => {
      most = Math.max(most, ++underWay);
      if (data.number < 2) await hanging;
      underWay -= 1;
    }, 3);
    const jobs = Array.from({ length: 40 }, (_, number) => ({ data: { number } }));
    await enqueueAll(await localReq(), queue, jobs);
    await eventually(async () => (await jobsIn(queue)).length === 2);
    expect(numbers.sort((a, b) => a - b)).toEqual(jobs.map(({ data }) => data.number));
    expect(most).toBe(3);
  });

  it('shares its jobs with another worker: none runs twice', async () => {
    const queue = newQueue();
    const numbers: number[][] = [[], []];
    let release = () => {};
    const bothWork = new Promise<void>((resolve) => {
      release = resolve;
    });
    const other = stopAfterTest(await startPortalOn(portal.databaseUrl));
    portalOf(other.payload)?.work();
    for (const [index, { payload }] of [portal, other].entries()) {
      registerWorker(
        payload,
        queue,
        async ({ data }) => {
          numbers[index]?.push(data.number);
          if (numbers.every((done) => done.length > 0)) release();
          await bothWork;
        },
        10,
      );
    }
    const jobs = Array.from({ length: 200 }, (_, number) => ({ data: { number } }));
    await enqueueAll(await localReq(), queue, jobs);
    await eventually(async () => (await jobsIn(queue)).length === 0);
    expect(numbers.flat().sort((a, b) => a - b)).toEqual(jobs.map(({ data }) => data.number));
  });

  it('leaves a job that takes longer than its lease to the worker that does it', async () => {
    const queue: Queue<Errand> = { name: `errands-${nextQueue++}`, leaseSeconds: 3 };
    const other = stopAfterTest(await startPortalOn(portal.databaseUrl));
    portalOf(other.payload)?.work();
    const claims: number[] = [];
    for (const { payload } of [portal, other])
      registerWorker(payload, queue, async (job) => {
        claims.push(job.claims);
        await new Promise((resolve) => setTimeout(resolve, 7_000));
      });
    await enqueue(await localReq(), queue, { number: 1 });
    await eventually(() => claims.length > 0);
    await eventually(async () => (await jobsIn(queue)).length === 0);
    expect(claims).toEqual([1]);
  });

  it('does not run in a process that only serves or sends', async () => {
    const other = stopAfterTest(await startPortalOn(portal.databaseUrl));
    const queue = newQueue();
    let isDone = false;
    registerWorker(other.payload, queue, async () => {
      isDone = true;
    });
    await enqueue(await localReq(other.payload), queue, { number: 1 });
    const { queue: control, numbers } = recorded();
    await enqueue(await localReq(), control, { number: 2 });
    await eventually(() => numbers.length === 1);
    expect(isDone).toBe(false);
    expect(await unclaimedIn(queue)).toHaveLength(1);
  });
});

describe('a stop', () => {
  it('aborts a running job, and gives it back for another process', async () => {
    const queue = newQueue();
    const other = await startPortalOn(portal.databaseUrl);
    portalOf(other.payload)?.work();
    let isUnderWay = false;
    let isAborted = false;
    registerWorker(other.payload, queue, (_, signal) => {
      isUnderWay = true;
      signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return new Promise(() => {});
    });
    await enqueue(await localReq(), queue, { number: 1 });
    await eventually(() => isUnderWay);
    const began = performance.now();
    await other.stop();
    expect(performance.now() - began).toBeLessThan(9_000);
    expect(isAborted).toBe(true);
    expect(await unclaimedIn(queue)).toHaveLength(1);
  });

  it('gives back no job that was taken, and lets no one take one that it has given back', async () => {
    const queue = newQueue();
    const other = await startPortalOn(portal.databaseUrl);
    portalOf(other.payload)?.work();
    const underWay: number[] = [];
    let takeLate = async () => true;
    registerWorker(other.payload, queue, async ({ data, take }) => {
      if (data.number === 1) expect(await take()).toBe(true);
      else takeLate = take;
      underWay.push(data.number);
      return new Promise(() => {});
    });
    await enqueueAll(await localReq(), queue, [{ data: { number: 1 } }, { data: { number: 2 } }]);
    await eventually(() => underWay.length === 2);
    await other.stop();
    expect(await takeLate()).toBe(false);
    expect(await unclaimedIn(queue)).toHaveLength(1);
    const numbers: number[] = [];
    registerWorker(portal.payload, queue, async ({ data }) => {
      numbers.push(data.number);
    });
    await eventually(async () => (await jobsIn(queue)).length === 0);
    expect(numbers).toEqual([2]);
  });

  it('waits for a job that is almost finished', async () => {
    const queue = newQueue();
    const other = await startPortalOn(portal.databaseUrl);
    portalOf(other.payload)?.work();
    let isUnderWay = false;
    registerWorker(other.payload, queue, async () => {
      isUnderWay = true;
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await enqueue(await localReq(), queue, { number: 1 });
    await eventually(() => isUnderWay);
    await other.stop();
    expect(await jobsIn(queue)).toEqual([]);
  });
});

describe('the table of jobs', () => {
  it('is created by several processes at once, with one queue each and one shared', async () => {
    const databaseUrl = await createDatabase();
    const first = stopAfterTest(await startPortal({ databaseUrl, portal: { workers: 'external' } }));
    const others = await Promise.all(
      Array.from({ length: 3 }, async () => stopAfterTest(await startPortalOn(databaseUrl))),
    );
    const shared = newQueue();
    await Promise.all(
      [first, ...others].map(async ({ payload }) => {
        const req = await localReq(payload);
        await enqueue(req, shared, { number: 1 });
        await enqueue(req, newQueue(), { number: 2 });
      }),
    );
    const [row] = await query<{ count: string }>(databaseUrl, 'select count(*) from support_portal.jobs');
    expect(row?.count).toBe('8');
  });

  it('needs only one connection of a process', async () => {
    const { queue } = recorded();
    await enqueue(await localReq(), queue, { number: 1 });
    const { jobPool } = await import('../../../src/core/database/pool.ts');
    expect(jobPool(portal.payload).options.max).toBe(1);
    expect(jobPool(portal.payload).totalCount).toBe(1);
  });
});

/** Another instance on an initialized database. */
const startPortalOn = (databaseUrl: string): Promise<TestPortal> =>
  startPortal({ databaseUrl, portal: { workers: 'external' } });

describe('a database from before 4.9.0', () => {
  it('keeps the waiting jobs of pg-boss, and loses its tables', async () => {
    const databaseUrl = await createDatabase();
    await query(
      databaseUrl,
      `create schema support_portal;
       create type support_portal.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
       create table support_portal.job (
         id uuid primary key default gen_random_uuid(), name text, data jsonb, state support_portal.job_state,
         start_after timestamptz default now());
       create table support_portal.version (version int);
       insert into support_portal.job (name, data, state) values
         ('errands', '{"number": 1}', 'created'), ('errands', '{"number": 2}', 'active'),
         ('errands', '{"number": 3}', 'completed'), ('webhook-deliveries', '{}', 'created')`,
    );
    const upgraded = stopAfterTest(await startPortal({ databaseUrl, portal: { workers: 'external' } }));
    const numbers: number[] = [];
    registerWorker(upgraded.payload, { name: 'errands', leaseSeconds: 40 }, async ({ data }) => {
      numbers.push((data as Errand).number);
    });
    await portalOf(upgraded.payload)?.work();
    await expect.poll(() => numbers.toSorted()).toEqual([1, 2]);
    const left = `select relname as name from pg_class where relnamespace = 'support_portal'::regnamespace
      and relname in ('job', 'version')`;
    expect(await query(databaseUrl, left)).toEqual([]);
  });
});

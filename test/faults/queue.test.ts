import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload, PayloadRequest } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postgresOf } from '../../src/core/database/pool.ts';
import { enqueueAll, registerWorker } from '../../src/core/jobs/jobs.ts';
import { workOf } from '../../src/core/jobs/work.ts';
import { createDatabase, query } from '../support/portal/payload.ts';
import { makePostgresServer, type PostgresServer } from '../support/servers/postgresServer.ts';
import { recovers } from './observe.ts';
import { compilePrograms, killRounds, launch } from './processes.ts';
import { closeBareApp, openBareApp } from './programs/bareApp.ts';
import { doneSql, type Errand, type ErrandQueue } from './programs/errandQueue.ts';

beforeAll(compilePrograms);

vi.setConfig({ testTimeout: 240_000 + killRounds * 60_000 });

const queue: ErrandQueue = { name: 'errands', leaseSeconds: 40 };
/** For a job that another worker takes up. */
const left: ErrandQueue = { name: 'left errands', leaseSeconds: 10 };
/** For jobs that are killed again and again. */
const shortLived: ErrandQueue = { name: 'short errands', leaseSeconds: 2 };

let databaseUrl: string;

const makeTable = () => query(databaseUrl, 'create table errands_done (number int)');

const open = (): Payload => {
  const payload = openBareApp(databaseUrl);
  onTestFinished(() => closeBareApp(payload));
  return payload;
};

const work = (payload: Payload, of: ErrandQueue = queue): void => {
  registerWorker<Errand>(payload, of, async ({ data }) => {
    await postgresOf(payload).pool.query(doneSql, [data.number]);
  });
  workOf(payload).start();
};

const errands = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ data: { number: from + index } }));

const enqueueErrands = (payload: Payload, of: ErrandQueue, from: number, count = 1): Promise<void> =>
  enqueueAll({ payload } as PayloadRequest, of, errands(from, count));

/** Sorted: what was done twice is there twice. */
const done = async (): Promise<number[]> =>
  (await query<{ number: number }>(databaseUrl, 'select number from errands_done order by 1')).map(
    ({ number }) => number,
  );

const jobsLeft = async (): Promise<number> => {
  const [row] = await query<{ count: string }>(databaseUrl, 'select count(*) from support_portal.jobs');
  return Number(row?.count);
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a worker killed in the middle of a job', () => {
  beforeEach(async () => {
    databaseUrl = await createDatabase();
    await makeTable();
  });

  it('leaves it to another one, which takes it up at most 10 seconds after its lease', async () => {
    const payload = open();
    await enqueueErrands(payload, left, 1);
    const child = launch('errands', { databaseUrl, queue: left, hangs: true });
    await child.hears('began');
    work(payload, left);
    await sleep(1_000);
    await child.kill('SIGKILL');
    const killed = performance.now();
    await vi.waitFor(async () => expect(await done()).toEqual([1]), { timeout: 60_000, interval: 200 });
    expect(performance.now() - killed).toBeLessThan((left.leaseSeconds + 10) * 1_000);
    await recovers(async () => expect(await jobsLeft()).toBe(0));
  });

  it(`loses none, in ${killRounds} rounds`, { timeout: 120_000 + killRounds * 20_000 }, async () => {
    const payload = open();
    const each = 60;
    for (let round = 0; round < killRounds; round++) {
      await enqueueErrands(payload, shortLived, round * each, each);
      const child = launch('errands', { databaseUrl, queue: shortLived });
      await child.hears('began');
      await sleep(Math.random() * 100);
      await child.kill('SIGKILL');
    }
    work(payload, shortLived);
    const wanted = upTo(killRounds * each);
    await recovers(async () => expect([...new Set(await done())]).toEqual(wanted));
    await recovers(async () => expect(await jobsLeft()).toBe(0));
  });
});

describe('while PostgreSQL is away', () => {
  let postgres: PostgresServer;

  beforeAll(async () => {
    postgres = await makePostgresServer();
    databaseUrl = postgres.url;
  });

  afterAll(() => postgres.remove());

  beforeEach(async () => {
    databaseUrl = postgres.url;
    await query(databaseUrl, 'drop table if exists errands_done');
    await makeTable();
  });

  /** Makes jobs one by one, each again until it is taken; those whose commit went unheard may be there twice. */
  const enqueueStubbornly = async (payload: Payload, count: number): Promise<void> => {
    for (let number = 0; number < count; number++) {
      while (!(await enqueueErrands(payload, queue, number).then(isTrue, isFalse))) await sleep(100);
    }
  };
  const isTrue = () => true;
  const isFalse = () => false;

  it('waits for it at the start, and begins by itself', async () => {
    await postgres.stop();
    const payload = open();
    work(payload);
    await expect(enqueueErrands(payload, queue, 0)).rejects.toThrow();
    await postgres.start();
    await enqueueStubbornly(payload, 1);
    await recovers(async () => expect(await done()).toEqual([0]));
  });

  it('loses no job over a restart, and goes on by itself', async () => {
    const payload = open();
    work(payload);
    const enqueuing = enqueueStubbornly(payload, 300);
    await postgres.stop();
    await postgres.start();
    await enqueuing;
    await vi.waitFor(async () => expect([...new Set(await done())]).toEqual(upTo(300)), {
      timeout: 60_000,
      interval: 200,
    });
  });

  it('goes on by itself after it was frozen', async () => {
    const payload = open();
    work(payload);
    await enqueueErrands(payload, queue, 0);
    await recovers(async () => expect(await done()).toEqual([0]));
    postgres.freeze();
    await sleep(12_000);
    postgres.thaw();
    await enqueueStubbornly(payload, 2);
    await recovers(async () => expect(new Set(await done())).toEqual(new Set([0, 1])));
  });

  it('stops within seconds, and leaves the job that it could not give back', async () => {
    const payload = open();
    let isUnderWay = false;
    registerWorker<Errand>(payload, queue, () => {
      isUnderWay = true;
      return new Promise(() => {});
    });
    workOf(payload).start();
    await enqueueErrands(payload, queue, 0);
    await recovers(() => expect(isUnderWay).toBe(true));
    postgres.freeze();
    onTestFinished(postgres.thaw);
    const began = performance.now();
    await workOf(payload).stop();
    // It takes four at most; a busy machine adds its own.
    expect(performance.now() - began).toBeLessThan(9_000);
    postgres.thaw();
    await recovers(async () => expect(await jobsLeft()).toBe(1));
  });
});

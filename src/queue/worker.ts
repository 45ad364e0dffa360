import { setMaxListeners } from 'node:events';
import type { Payload } from 'payload';
import { within } from '../shared/within.ts';
import { buildAlarm } from './alarm.ts';
import type { Engine } from './engine.ts';
import type { Job, JobHandler, JobOutcome, Queue, WorkerOptions } from './queue.ts';
import { buildSettlement } from './settlement.ts';

interface WorkerParts<Data extends object> extends Required<WorkerOptions> {
  readonly payload: Payload;
  readonly engine: Engine;
  readonly queue: Queue<Data>;
  readonly handle: JobHandler<Data>;
}

export interface Worker {
  readonly queue: string;
  /** Has it look for jobs at once. */
  wake(): void;
  /** Resolves once nothing is under way and nothing was due when it looked. */
  idle(): Promise<void>;
  /** How many jobs it has done. */
  done(): number;
  /** Fetches no more, lets jobs end, and gives back those that do not in time: four seconds in all. */
  stop(): Promise<void>;
}

/** How often an idle worker looks for jobs that other processes made, in milliseconds. */
const betweenLooks = 500;

/** The same where there were jobs: more of the same cause often follow. */
const soonAgain = 50;

/** How long a stop lets jobs go on, then has them give up, then waits for the database, in milliseconds. */
const untilAborted = 2_500;
const untilGivenBack = 500;
const untilSettled = 1_000;

const secondsAfterFailure = 5;

/**
 * Keeps as many jobs under way as may be. pg-boss's own workers do not serve: they wait for the slowest of a batch,
 * and end the process by an unhandled rejection where the database is away when a job ends.
 */
export const startWorker = <Data extends object>(parts: WorkerParts<Data>): Worker => {
  const { payload, engine, queue, handle, batchSize, concurrency } = parts;
  const aborter = new AbortController();
  // Each job under way may listen.
  setMaxListeners(0, aborter.signal);
  const settlement = buildSettlement(engine, queue);
  const alarm = buildAlarm();
  const underWay = new Map<Job<Data>, Promise<void>>();
  const taken = new WeakSet<Job<Data>>();
  const givenBack = new WeakSet<Job<Data>>();
  let isStopping = false;
  let done = 0;
  let waiting: (() => void)[] = [];
  // Jobs are not fetched one by one as others end.
  const worthwhile = Math.ceil(Math.min(batchSize, concurrency) / 4);

  const free = () => concurrency - underWay.size;

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      const wanted = Math.min(batchSize, free());
      const jobs = await fetch(wanted);
      const hasRoom = free() >= worthwhile;
      const mayBeMore = jobs.length > 0 && hasRoom;
      if (jobs.length < wanted || !hasRoom) await alarm.wait(mayBeMore ? soonAgain : betweenLooks);
    }
  };

  const fetch = async (wanted: number): Promise<Job<Data>[]> => {
    if (wanted === 0) return [];
    const jobs = await engine.fetch(queue, wanted);
    for (const job of jobs) underWay.set(job, run(job));
    if (underWay.size === 0) tellIdle();
    return jobs;
  };

  const tellIdle = (): void => {
    const calls = waiting;
    waiting = [];
    for (const call of calls) call();
  };

  const run = async (job: Job<Data>): Promise<void> => {
    const outcome = await outcomeOf(job);
    // Given back meanwhile, where the process stops.
    if (!underWay.delete(job)) return;
    settlement.add(job, taken.has(job) ? 'removed' : outcome);
    done += 1;
    if (free() === worthwhile || (underWay.size === 0 && waiting.length > 0)) alarm.ring();
  };

  const take = async (job: Job<Data>): Promise<boolean> => {
    if (givenBack.has(job)) return false;
    // From now on, for a stop must not make it anew beside this.
    taken.add(job);
    try {
      return await engine.take(queue, job.id);
    } catch (error) {
      taken.delete(job);
      throw error;
    }
  };

  const outcomeOf = async (job: Job<Data>): Promise<JobOutcome> => {
    if (isStopping) return atOnce;
    try {
      return await handle({ ...job, take: () => take(job) }, aborter.signal);
    } catch (err) {
      if (aborter.signal.aborted) return atOnce;
      payload.logger.error({ err, msg: `A job of the queue ${queue.name} failed and is tried again.` });
      return { againAfterSeconds: secondsAfterFailure };
    }
  };

  const giveBack = (job: Job<Data>): void => {
    if (taken.has(job)) return;
    givenBack.add(job);
    settlement.add(job, atOnce);
  };

  const looping = loop();
  const ended = () => Promise.all([looping, ...underWay.values()]).then(() => {});

  return {
    queue: queue.name,
    wake: alarm.ring,
    done: () => done,
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        alarm.ring();
      }),
    async stop() {
      isStopping = true;
      alarm.ring();
      await within(ended(), untilAborted, undefined);
      aborter.abort();
      await within(ended(), untilGivenBack, undefined);
      for (const job of underWay.keys()) giveBack(job);
      underWay.clear();
      await within(settlement.settled(), untilSettled, undefined);
      settlement.close();
    },
  };
};

const atOnce: JobOutcome = { againAfterSeconds: 0 };

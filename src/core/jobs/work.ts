import type { Payload } from 'payload';
import { jobPool } from '../database/pool.ts';
import { isMissingRight, preparePortalSchema } from '../database/prepareSchema.ts';
import { keptOn } from '../shared/concurrency/keptOn.ts';
import { within } from '../shared/concurrency/within.ts';
import type { Round } from './round.ts';
import { startWorker, type Worker, type WorkSource } from './worker.ts';

/** A queue and its workers. */
interface Registration<Item> {
  readonly queue: string;
  /** A query of `due`, `later` and `active`, as counts, and `oldest`, the moment since which the oldest item is due. */
  depthSql(): string;
  source(wake: () => void): WorkSource<Item>;
}

export interface QueueDepth {
  readonly queue: string;
  /** Items that any worker may do now. */
  readonly due: number;
  /** Items of a later moment. */
  readonly later: number;
  /** Items that a worker has claimed. */
  readonly active: number;
  /** Seconds for which the oldest due item has been due; 0 if none is. */
  readonly oldestDueSeconds: number;
}

/** The queues of a Payload instance: every process fills them, those that do background work empty them. */
interface Work {
  /** Work begins with `start`, or at once if `start` was called before. */
  register<Item>(registration: Registration<Item>): void;
  /** Starts, once. Waits for an unreachable database. */
  start(): void;
  /**
   * Works on everything that is due now, in this process even if it does no background work, for at most so many
   * milliseconds, and four more seconds to stop.
   *
   * @throws if the database is unreachable
   */
  round(longest: number): Promise<Round>;
  /** Ends within five seconds. Items that are under way then are given back. */
  stop(): Promise<void>;
  /** Makes the workers of this process look at a queue at once. */
  wake(queue: string): void;
  depths(): Promise<readonly QueueDepth[]>;
}

export const workOf = (payload: Payload): Work => keptOn(payload, 'work', () => buildWork(payload));

/** Delay between two tries to start while the database is unreachable, in milliseconds. */
const betweenBeginnings = 1_000;

interface Registered {
  readonly queue: string;
  depthSql(): string;
  start(): Worker;
}

const buildWork = (payload: Payload): Work => {
  const registered: Registered[] = [];
  const workers = new Map<Registered, Worker>();
  let isStarted = false;

  const begin = async (one: Registered): Promise<void> => {
    try {
      await preparePortalSchema(payload);
      if (isStarted && !workers.has(one)) workers.set(one, one.start());
    } catch (error) {
      if (!isMissingRight(error)) payload.logger.warn(`The queue ${one.queue} waits: ${messageOf(error)}`);
      if (isStarted) setTimeout(() => begin(one), betweenBeginnings).unref();
    }
  };

  return {
    register({ queue, depthSql, source }) {
      const one = { queue, depthSql, start: () => startWorker(source) };
      registered.push(one);
      if (isStarted) void begin(one);
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      for (const one of registered) void begin(one);
    },
    async round(longest) {
      await preparePortalSchema(payload);
      await jobPool(payload).query('select 1');
      return workRound(
        registered.map(({ start }) => start()),
        longest,
      );
    },
    async stop() {
      isStarted = false;
      const stopping = [...workers.values()].map((worker) => worker.stop());
      workers.clear();
      await Promise.all(stopping);
    },
    wake(queue) {
      for (const [one, worker] of workers) if (one.queue === queue) worker.wake();
    },
    depths: () => readDepths(payload, registered),
  };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Lets workers work until nothing is due any more, for so many milliseconds at most; then stops them. */
const workRound = async (workers: readonly Worker[], longest: number): Promise<Round> => {
  const jobs = () => workers.reduce((sum, worker) => sum + worker.done(), 0);
  const untilIdle = async (): Promise<false> => {
    // An item may create one in another queue, whose worker was idle by then.
    for (let before = -1; before < jobs(); ) {
      before = jobs();
      await Promise.all(workers.map((worker) => worker.idle()));
    }
    return false;
  };
  const more = await within(untilIdle(), longest, true);
  await Promise.all(workers.map((worker) => worker.stop()));
  return { jobs: jobs(), more };
};

const readDepths = async (
  payload: Payload,
  queues: readonly Registered[],
): Promise<readonly QueueDepth[]> => {
  if (queues.length === 0) return [];
  await preparePortalSchema(payload);
  const { rows } = await jobPool(payload).query<Record<keyof QueueDepth, string>>(
    queues
      .map(
        ({ queue, depthSql }) => `
          select '${queue}' as queue, due, later, active,
            coalesce(extract(epoch from now() - oldest), 0) as "oldestDueSeconds"
          from (${depthSql()}) as depth`,
      )
      .join(' union all '),
  );
  return rows.map(({ queue, due, later, active, oldestDueSeconds }) => ({
    queue,
    due: Number(due),
    later: Number(later),
    active: Number(active),
    oldestDueSeconds: Number(oldestDueSeconds),
  }));
};

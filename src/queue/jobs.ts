import type { Payload, PayloadRequest } from 'payload';
import { isMissingRight } from '../database/prepareSchema.ts';
import { afterCommit } from '../database/transaction.ts';
import { buildEngine, type Engine } from './engine.ts';
import { requestExecutor } from './executor.ts';
import type { JobHandler, NewJob, Queue, WorkerOptions } from './queue.ts';
import { type Round, workRound } from './round.ts';
import { startWorker, type Worker } from './worker.ts';

/** The jobs of a Payload instance: every process makes them, those that do background work do them. */
export interface Jobs {
  readonly engine: Engine;
  /** Says who does the jobs of a queue; they begin with `start`, or at once where that was before. */
  register(start: () => Worker, queue: Queue<object>): void;
  /** Begins, once. A database that is away is waited for. */
  start(): void;
  /**
   * Does what is due now, whether or not this process does background work, for so many milliseconds at most and four
   * seconds to stop.
   *
   * @throws where the database is away
   */
  round(longest: number): Promise<Round>;
  /** Ends within five seconds. Jobs that are under way then are given back. */
  stop(): Promise<void>;
  /** Has the workers of this process look for jobs at once. */
  wake(queue: string): void;
}

const key = Symbol.for('payload-support-portal.jobs');

export const jobsOf = (payload: Payload): Jobs => {
  const holder = payload as Payload & { [key]?: Jobs };
  holder[key] ??= buildJobs(payload);
  return holder[key];
};

/**
 * Makes a job in the transaction of a request, so that both are committed or neither is; without one, at once.
 * Workers of this process look for it as soon as it is committed, others within half a second.
 *
 * @throws where the database does not take it
 */
export const enqueue = <Data extends object>(
  req: PayloadRequest,
  queue: Queue<Data>,
  data: Data,
  options: Omit<NewJob<Data>, 'data'> = {},
): Promise<void> => enqueueAll(req, queue, [{ data, ...options }]);

/** The same for several jobs, in one statement. */
export const enqueueAll = async <Data extends object>(
  req: PayloadRequest,
  queue: Queue<Data>,
  jobs: readonly NewJob<Data>[],
): Promise<void> => {
  if (jobs.length === 0) return;
  const { engine, wake } = jobsOf(req.payload);
  await engine.prepare(queue);
  await engine.insert(queue, jobs, await requestExecutor(req));
  await afterCommit(req, () => wake(queue.name));
};

/** Has a function do the jobs of a queue in every process that does background work. */
export const registerWorker = <Data extends object>(
  payload: Payload,
  queue: Queue<Data>,
  handle: JobHandler<Data>,
  { batchSize = 50, concurrency = 50 }: WorkerOptions = {},
): void => {
  const jobs = jobsOf(payload);
  const parts = { payload, engine: jobs.engine, queue, handle, batchSize, concurrency };
  jobs.register(() => startWorker(parts), queue);
};

/** How often jobs of dead processes are looked for, in milliseconds. */
const betweenExpirations = 3_000;

/** Between two tries to begin while the database is away, in milliseconds. */
const betweenBeginnings = 1_000;

const buildJobs = (payload: Payload): Jobs => {
  const engine = buildEngine(payload);
  const registered: { start: () => Worker; queue: Queue<object> }[] = [];
  const workers: Worker[] = [];
  let isStarted = false;
  let expirations: NodeJS.Timeout | undefined;

  const begin = async ({ start, queue }: { start: () => Worker; queue: Queue<object> }): Promise<void> => {
    try {
      await engine.prepare(queue);
      if (isStarted) workers.push(start());
    } catch (error) {
      if (!isMissingRight(error)) payload.logger.warn(`The jobs of ${queue.name} wait: ${messageOf(error)}`);
      if (isStarted) setTimeout(() => begin({ start, queue }), betweenBeginnings).unref();
    }
  };

  /** What a database that is away keeps it from doing, the next look does. */
  const expire = (): void => void engine.expire().catch(() => {});

  return {
    engine,
    register(start, queue) {
      registered.push({ start, queue });
      if (isStarted) void begin({ start, queue });
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      for (const registration of registered) void begin(registration);
      expirations = setInterval(expire, betweenExpirations).unref();
    },
    async round(longest) {
      for (const { queue } of registered) await engine.prepare(queue);
      await engine.expire();
      return workRound(
        registered.map(({ start }) => start()),
        longest,
      );
    },
    async stop() {
      isStarted = false;
      clearInterval(expirations);
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    },
    wake(queue) {
      for (const worker of workers) if (worker.queue === queue) worker.wake();
    },
  };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

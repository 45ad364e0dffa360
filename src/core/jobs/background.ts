import cron, { type ScheduledTask } from 'node-cron';
import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';
import { isMissingRight, preparePortalSchema } from '../database/prepareSchema.ts';
import { within } from '../shared/concurrency/within.ts';
import { dailyTime, recordWork } from './lastWork.ts';
import type { Round } from './round.ts';
import { workOf } from './work.ts';

export interface BackgroundWork {
  /** Starts the work, once. Work that was missed while no process ran is caught up. */
  start(): void;
  /** One round of everything, whether or not it has begun here: within 45 seconds. */
  round(): Promise<Round>;
  /** Stops the work within five seconds. */
  stop(): Promise<void>;
}

/** A task of every day. It begins on every instance, and one does it. */
export interface DailyTask {
  /** The sentence of the server's log if it fails, such as `Old deliveries could not be deleted`. */
  readonly failure: string;
  run(payload: Payload, portal: PortalContext): Promise<void>;
}

/** A task of every ten seconds. One run at a time. */
export interface Poll {
  /** The sentence of the server's log if it fails; null logs nothing. */
  readonly failure: string | null;
  run(payload: Payload, portal: PortalContext): Promise<void>;
}

/** Reads from outside for as long as background work runs. */
export interface BackgroundReader {
  start(): void;
  /** One poll, whether or not reading has begun here, for so many milliseconds at most. */
  round(longest: number): Promise<void>;
  /** Stops the work within two seconds. */
  stop(): Promise<void>;
}

const [hour, minute] = dailyTime.split(':').map(Number);

const dailyCron = `${minute} ${hour} * * *`;

/** The limits of a round, in milliseconds. */
const longestTasks = 10_000;
const longestReading = 10_000;
const longestJobs = 20_000;

/** Longest wait at the end, in milliseconds: as long as active jobs may take to stop. */
const longestEnd = 4_000;

/** The time between two heartbeats, in milliseconds; the dashboard warns after an hour without one. */
const betweenBeats = 5 * 60_000;

/** The time between two polls, in milliseconds. */
const betweenPolls = 10_000;

/** Runs the jobs, the daily tasks, the polls and the readers of every feature. */
export const buildBackgroundWork = (payload: Payload, portal: PortalContext): BackgroundWork => {
  const { features } = portal;
  const dailyTasks = features.flatMap((feature) => feature.dailyTasks ?? []);
  const polls = features.flatMap((feature) => feature.polls ?? []);
  const readers = features.flatMap((feature) => feature.buildReader?.(payload, portal) ?? []);
  let schedule: ScheduledTask | null = null;
  let beats: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let isStopping = false;
  let tasksEnded: Promise<void> = Promise.resolve();

  /** A task that fails does not stop the others. */
  const doTasks = async (): Promise<void> => {
    for (const { failure, run } of dailyTasks) {
      if (isStopping) return;
      try {
        await preparePortalSchema(payload);
        await run(payload, portal);
      } catch (err) {
        if (!isMissingRight(err)) payload.logger.error({ err, msg: `${failure}; the next run catches up.` });
      }
    }
  };

  const runTasks = (): Promise<void> => {
    tasksEnded = doTasks();
    return tasksEnded;
  };

  /** If the database is unreachable, the next beat is written. */
  const beat = (): void =>
    void preparePortalSchema(payload)
      .then(() => recordWork(payload))
      .catch(() => {});

  const singlePolls = polls.map((poll) => oneAtATime(() => tryPoll(poll)));

  const tryPoll = async ({ failure, run }: Poll): Promise<void> => {
    try {
      await preparePortalSchema(payload);
      await run(payload, portal);
    } catch (err) {
      if (failure !== null && !isMissingRight(err)) payload.logger.warn({ err, msg: failure });
    }
  };

  const pollAll = async (): Promise<void> => {
    await Promise.all(singlePolls.map((poll) => poll()));
  };

  return {
    start() {
      if (schedule) return;
      isStopping = false;
      schedule = cron.schedule(dailyCron, runTasks, { timezone: 'UTC', unref: true, noOverlap: true });
      beats = setInterval(beat, betweenBeats).unref();
      polling = setInterval(pollAll, betweenPolls).unref();
      beat();
      void runTasks();
      workOf(payload).start();
      for (const reader of readers) reader.start();
    },
    async round() {
      beat();
      await within(pollAll(), longestTasks, undefined);
      // Tasks that take longer continue beside the jobs, and the next round repeats unfinished ones.
      await within(runTasks(), longestTasks, undefined);
      await Promise.all(readers.map((reader) => reader.round(longestReading)));
      return workOf(payload).round(longestJobs);
    },
    async stop() {
      void schedule?.destroy();
      schedule = null;
      clearInterval(beats);
      clearInterval(polling);
      isStopping = true;
      await Promise.all([
        ...readers.map((reader) => reader.stop()),
        workOf(payload).stop(),
        within(tasksEnded, longestEnd, undefined),
      ]);
    },
  };
};

const oneAtATime = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
};

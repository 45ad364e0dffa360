import cron, { type ScheduledTask } from 'node-cron';
import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';
import { isMissingRight, preparePortalSchema } from '../database/prepareSchema.ts';
import { within } from '../shared/within.ts';
import { recordWork } from './heartbeat.ts';
import type { Round } from './round.ts';
import { workOf } from './work.ts';

export interface BackgroundWork {
  /** Starts the work, once. Work that was missed while no process ran is caught up. */
  start(): void;
  /** One round of everything, whether or not it has begun here: within 45 seconds. */
  round(): Promise<Round>;
  /** Within five seconds. */
  stop(): Promise<void>;
}

/** A task of every day. It begins on every instance, and one does it. */
export interface Errand {
  /** The sentence of the server's log if it fails, such as `Old deliveries could not be deleted`. */
  readonly failure: string;
  run(payload: Payload, portal: PortalContext): Promise<void>;
}

/** A task of every ten seconds. One run at a time. */
export interface Look {
  /** The sentence of the server's log if it fails; null logs nothing. */
  readonly failure: string | null;
  run(payload: Payload, portal: PortalContext): Promise<void>;
}

/** Reads from outside for as long as background work runs. */
export interface BackgroundReader {
  start(): void;
  /** One look, whether or not reading has begun here, for so many milliseconds at most. */
  round(longest: number): Promise<void>;
  /** Within two seconds. */
  stop(): Promise<void>;
}

/** The errands run daily at 03:15 UTC. */
const dailyCron = '15 3 * * *';

/** The limits of a round, in milliseconds. */
const longestErrands = 10_000;
const longestReading = 10_000;
const longestJobs = 20_000;

/** Longest wait at the end, in milliseconds: as long as active jobs may take to stop. */
const longestEnd = 4_000;

/** The time between two heartbeats, in milliseconds; the dashboard warns after an hour without one. */
const betweenBeats = 5 * 60_000;

/** The time between two looks, in milliseconds. */
const betweenLooks = 10_000;

/** Runs the jobs, the daily errands, the looks and the readers of every feature. */
export const buildBackgroundWork = (payload: Payload, portal: PortalContext): BackgroundWork => {
  const { features } = portal;
  const errands = features.flatMap((feature) => feature.errands ?? []);
  const looks = features.flatMap((feature) => feature.looks ?? []);
  const readers = features.flatMap((feature) => feature.buildReader?.(payload, portal) ?? []);
  let task: ScheduledTask | null = null;
  let beats: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let isStopping = false;
  let errandsEnded: Promise<void> = Promise.resolve();

  /** An errand that fails does not stop the others. */
  const doErrands = async (): Promise<void> => {
    for (const { failure, run } of errands) {
      if (isStopping) return;
      try {
        await preparePortalSchema(payload);
        await run(payload, portal);
      } catch (err) {
        if (!isMissingRight(err)) payload.logger.error({ err, msg: `${failure}; the next run catches up.` });
      }
    }
  };

  const runErrands = (): Promise<void> => {
    errandsEnded = doErrands();
    return errandsEnded;
  };

  /** If the database is unreachable, the next beat is written. */
  const beat = (): void =>
    void preparePortalSchema(payload)
      .then(() => recordWork(payload))
      .catch(() => {});

  const lookOnce = looks.map((look) => oneAtATime(() => tryLook(look)));

  const tryLook = async ({ failure, run }: Look): Promise<void> => {
    try {
      await preparePortalSchema(payload);
      await run(payload, portal);
    } catch (err) {
      if (failure !== null && !isMissingRight(err)) payload.logger.warn({ err, msg: failure });
    }
  };

  const lookAtAll = async (): Promise<void> => {
    await Promise.all(lookOnce.map((look) => look()));
  };

  return {
    start() {
      if (task) return;
      isStopping = false;
      task = cron.schedule(dailyCron, runErrands, { timezone: 'UTC', unref: true, noOverlap: true });
      beats = setInterval(beat, betweenBeats).unref();
      looking = setInterval(lookAtAll, betweenLooks).unref();
      beat();
      void runErrands();
      workOf(payload).start();
      for (const reader of readers) reader.start();
    },
    async round() {
      beat();
      await within(lookAtAll(), longestErrands, undefined);
      // Errands that take longer continue beside the jobs, and the next round repeats unfinished ones.
      await within(runErrands(), longestErrands, undefined);
      await Promise.all(readers.map((reader) => reader.round(longestReading)));
      return workOf(payload).round(longestJobs);
    },
    async stop() {
      void task?.destroy();
      task = null;
      clearInterval(beats);
      clearInterval(looking);
      isStopping = true;
      await Promise.all([
        ...readers.map((reader) => reader.stop()),
        workOf(payload).stop(),
        within(errandsEnded, longestEnd, undefined),
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

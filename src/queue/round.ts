import { within } from '../shared/within.ts';
import type { Worker } from './worker.ts';

export interface Round {
  /** How many jobs were done. */
  readonly jobs: number;
  /** Whether time was up before there was nothing due any more. */
  readonly more: boolean;
}

/** Lets workers work until nothing is due any more, for so many milliseconds at most; then stops them. */
export const workRound = async (workers: readonly Worker[], longest: number): Promise<Round> => {
  const jobs = () => workers.reduce((sum, worker) => sum + worker.done(), 0);
  const untilIdle = async (): Promise<false> => {
    // A job may make one of another queue, whose worker had nothing to do by then.
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, PostponedJob } from './engine.ts';
import type { Job, JobOutcome, Queue } from './queue.ts';

export interface Settlement<Data extends object> {
  /** Says what became of a job. Jobs of the same moment share a statement. */
  add(job: Job<Data>, outcome: JobOutcome): void;
  /** Resolves once all that was added is in the database, however long that is away. */
  settled(): Promise<void>;
  /** Gives up what could not be settled: other workers take those jobs up when their leases are over. */
  close(): void;
}

/** Between two tries while the database is away, in milliseconds. */
const pause = 500;

export const buildSettlement = <Data extends object>(
  engine: Engine,
  queue: Queue<Data>,
): Settlement<Data> => {
  let done: string[] = [];
  let postponed: PostponedJob<Data>[] = [];
  let running: Promise<void> | null = null;
  let isClosed = false;

  const settleAll = async (): Promise<void> => {
    // What is added meanwhile goes with the next round.
    while (!isClosed && done.length + postponed.length > 0) {
      const [ids, jobs] = [done, postponed];
      [done, postponed] = [[], []];
      const remaining = await settleRound(ids, jobs);
      done.push(...remaining.ids);
      postponed.push(...remaining.jobs);
      if (remaining.ids.length + remaining.jobs.length > 0) await sleep(pause, undefined, { ref: false });
    }
  };

  /** @returns what is still to be settled */
  const settleRound = async (ids: string[], jobs: PostponedJob<Data>[]) => {
    const remaining = { ids, jobs };
    try {
      if (ids.length > 0) await engine.remove(queue, ids);
      remaining.ids = [];
      if (jobs.length > 0) await engine.postpone(queue, jobs);
      remaining.jobs = [];
    } catch {
      // The database is away: told by whoever fetches, and tried again.
    }
    return remaining;
  };

  const settle = (): Promise<void> => {
    running ??= Promise.resolve()
      .then(settleAll)
      .finally(() => {
        running = null;
      });
    return running;
  };

  return {
    add(job, outcome) {
      if (outcome === 'removed') return;
      if (outcome === 'done') done.push(job.id);
      else postponed.push({ ...job, afterSeconds: outcome.againAfterSeconds });
      void settle();
    },
    settled: settle,
    close() {
      isClosed = true;
    },
  };
};

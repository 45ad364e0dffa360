import { setTimeout as sleep } from 'node:timers/promises';
import { sqlStateOf } from '../shared/sqlState.ts';

const mostTries = 4;

/** Between two tries, in milliseconds, up to twice as long: those who got into each other's way part. */
const pause = 20;

/** PostgreSQL's words for “try that again”: a deadlock, and a conflict of transactions. */
const passing: readonly unknown[] = ['40P01', '40001'];

/** Repeats work in a transaction of its own if PostgreSQL ended it because of a deadlock. */
export const retryDeadlocks = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !passing.includes(sqlStateOf(error))) throw error;
      await sleep(pause * (1 + Math.random()));
    }
  }
};

import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';

const pollMs = 100;

/**
 * Runs `work` while no other process of this checkout builds. The lock of a process that was killed is free after ten
 * seconds.
 *
 * @template Result
 * @param {{ folder: string, signal: AbortSignal, onWait: () => void, work: () => Promise<Result> }} options
 * @returns {Promise<Result>}
 */
export const withBuildLock = async ({ folder, signal, onWait, work }) => {
  mkdirSync(folder, { recursive: true });
  let isTold = false;
  let release = await tryLock(folder);
  while (!release) {
    if (!isTold) onWait();
    isTold = true;
    await sleep(pollMs, undefined, { signal });
    release = await tryLock(folder);
  }
  try {
    return await work();
  } finally {
    await release();
  }
};

/** @type {(folder: string) => Promise<(() => Promise<void>) | null>} */
const tryLock = (folder) =>
  lock(folder).catch((error) => {
    if (error.code === 'ELOCKED') return null;
    throw error;
  });

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pollMs = 50;

/** Resident memory of a process, in bytes. */
export const residentOf = async (pid: number): Promise<number> => {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) * 1024;
};

/**
 * Watches a process from now on; `growth` ends the watch, and returns by how many bytes the peak exceeds the first value.
 */
export const watchMemory = (pid: number): { growth(): Promise<number> } => {
  let isWatching = true;
  const watch = async (): Promise<number> => {
    const start = await residentOf(pid);
    let peak = start;
    while (isWatching) {
      await sleep(pollMs);
      peak = Math.max(peak, await residentOf(pid));
    }
    return peak - start;
  };
  const watching = watch();
  return {
    growth: () => {
      isWatching = false;
      return watching;
    },
  };
};

import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readIfExists } from '../atomicFile.ts';

/** Whether the system knows a process of that id, be it one that has ended and waits for its parent to ask. */
export const isKnown = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

export const isAlive = (pid: number): boolean => isKnown(pid) && !isZombie(pid);

const isZombie = (pid: number): boolean => {
  if (process.platform !== 'linux') return false;
  const state = readIfExists(`/proc/${pid}/stat`)?.replace(/^.*\)/s, '').trim().charAt(0);
  return state === 'Z' || state === 'X';
};

/**
 * Whether some PostgreSQL process works in a data folder: each has it as its working directory. Where the system
 * does not tell, the answer is that of the id in the lock file alone.
 */
export const isInUse = (data: string, lockedBy: number): boolean => {
  if (process.platform !== 'linux') return isAlive(lockedBy);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => workingDirectory(pid) === data && !isZombie(Number(pid)));
};

const workingDirectory = (pid: string): string | null => {
  try {
    return readlinkSync(join('/proc', pid, 'cwd'));
  } catch {
    return null;
  }
};

import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfExists } from '../atomicFile.ts';

/** Whether the system knows a process of that id, be it one that has ended and waits for its parent to ask. */
const isKnown = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isAlive = (pid: number): boolean => isKnown(pid) && !isZombie(pid);

const isZombie = (pid: number): boolean => {
  if (process.platform !== 'linux') return false;
  const state = readIfExists(`/proc/${pid}/stat`)?.replace(/^.*\)/s, '').trim().charAt(0);
  return state === 'Z' || state === 'X';
};

/**
 * Whether some PostgreSQL process works in a data folder: each has it as its working directory. If the system
 * does not tell, only the id in the lock file counts.
 */
const isInUse = (data: string, lockedBy: number): boolean => {
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

/** What a server notes of itself in its lock file; `port` is missing in its first moments. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number | null;
}

const lockFile = (data: string): string => join(data, 'postmaster.pid');

/** The server that lives on a data folder, or null. A lock left by a dead one is no server. */
export const livingPostmaster = (data: string): Postmaster | null => {
  const lines = readIfExists(lockFile(data))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid) || !isInUse(data, pid)) return null;
  return { pid, port: Number(lines[3]) || null };
};

/**
 * Takes away a lock whose process id means another program by now, or one that ended and was never asked for, as it
 * happens in containers: PostgreSQL would take it for the owner. A lock that any server's process may need stays.
 */
export const clearStrayLock = (data: string): void => {
  const pid = Number(readIfExists(lockFile(data))?.split('\n')[0]);
  if (pid > 0 && isKnown(pid) && !isInUse(data, pid)) rmSync(lockFile(data), { force: true });
};

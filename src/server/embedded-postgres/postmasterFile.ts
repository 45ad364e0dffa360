import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfExists } from '../atomicFile.ts';
import { isAlive, isInUse, isKnown } from './processes.ts';

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

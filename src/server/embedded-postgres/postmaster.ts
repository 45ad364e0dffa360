import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isKnown, isRunning } from '../../core/shared/concurrency/processIdentity.ts';
import { readIfExists } from '../atomicFile.ts';

/**
 * True if a PostgreSQL process works in a data folder: each has it as its working directory. If the system does not tell,
 * only the id in the lock file counts.
 */
const isInUse = (data: string, lockedBy: number): boolean => {
  if (process.platform !== 'linux') return isRunning(lockedBy);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => workingDirectory(pid) === data && isRunning(Number(pid)));
};

const workingDirectory = (pid: string): string | null => {
  try {
    return readlinkSync(join('/proc', pid, 'cwd'));
  } catch {
    return null;
  }
};

/** A server's data in its own lock file; `port` is missing in its first moments. */
interface Postmaster {
  readonly pid: number;
  readonly port: number | null;
}

const lockFile = (data: string): string => join(data, 'postmaster.pid');

/** The server that lives on a data folder, or null. A lock left by a dead one is no server. */
export const livingPostmaster = (data: string): Postmaster | null => {
  const lines = readIfExists(lockFile(data))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isRunning(pid) || !isInUse(data, pid)) return null;
  return { pid, port: Number(lines[3]) || null };
};

/**
 * Removes a lock whose process id belongs to another program by now, or to one that ended and was never waited for, as
 * happens in containers: PostgreSQL would take it for the owner. A lock that any server's process may need stays.
 */
export const clearStrayLock = (data: string): void => {
  const pid = Number(readIfExists(lockFile(data))?.split('\n')[0]);
  if (pid > 0 && isKnown(pid) && !isInUse(data, pid)) rmSync(lockFile(data), { force: true });
};

/** PostgreSQL's ways to stop, the gentlest first: without waiting for clients, without cleaning up, and the system's. */
const steps = [
  { signal: 'SIGINT', patienceMs: 3_000 },
  { signal: 'SIGQUIT', patienceMs: 700 },
  { signal: 'SIGKILL', patienceMs: 300 },
] as const;

const pollMs = 10;

/** Stops the server of a data folder, whichever process started it. Committed data is kept in every case. */
export const stopServer = async (data: string): Promise<void> => {
  for (const { signal, patienceMs } of steps) {
    const server = livingPostmaster(data);
    if (server === null) return;
    signalServer(server.pid, signal);
    const deadline = Date.now() + patienceMs;
    while (livingPostmaster(data) !== null && Date.now() < deadline) await sleep(pollMs);
  }
};

/** The stop of a process that ends at this moment and can wait for nothing. */
export const stopServerAtOnce = (data: string): void => {
  const server = livingPostmaster(data);
  if (server !== null) signalServer(server.pid, 'SIGINT');
};

const signalServer = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
    if (signal === 'SIGKILL') return;
    process.kill(pid, 'SIGCONT');
  } catch {
    // It ended in the meantime.
  }
};

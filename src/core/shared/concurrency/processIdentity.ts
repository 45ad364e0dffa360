import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Enough of a process to tell later whether it still lives, and not another one under its number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start of the process by the kernel's clock; null if the system does not tell. */
  readonly started: string | null;
  /** The machine or container whose process numbers these are. */
  readonly place: string;
}

export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  started: startOf(process.pid),
  place: ownPlace(),
});

/** True, false, or null for a process of another machine or container, which cannot be asked from here. */
export const isAlive = ({ pid, started, place }: ProcessIdentity): boolean | null => {
  if (place !== ownPlace()) return null;
  const begun = startOf(pid);
  return isRunning(pid) && (begun === null || begun === started);
};

/** True if a process of this machine or container has that id and has not ended. A later process may have the same id. */
export const isRunning = (pid: number): boolean => isKnown(pid) && statOf(pid)?.[0] !== 'Z';

/** True if `isRunning` is, and also for a process that has ended and whose parent has not read its exit status. */
export const isKnown = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user cannot be signalled, and lives.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const statOf = (pid: number): string[] | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
};

const startOf = (pid: number): string | null => statOf(pid)?.[19] ?? null;

const readOr = (read: () => string, fallback: string): string => {
  try {
    return read().trim();
  } catch {
    return fallback;
  }
};

const ownPlace = (): string =>
  [
    hostname(),
    readOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), ''),
    readOr(() => readlinkSync('/proc/self/ns/pid'), ''),
  ].join(' ');

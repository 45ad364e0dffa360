import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Payload } from 'payload';
import { withDatabaseLock } from '../../../core/database/lock.ts';
import { endClaims } from '../../../core/jobs/jobs.ts';
import { isAlive } from '../../../core/shared/concurrency/processIdentity.ts';
import type { EmailAttempt } from '../row.ts';
import type { Spool } from './spool.ts';
import {
  isReleased,
  isSpoolFile,
  readOwner,
  readSpooledRows,
  removeSpoolFile,
  type SpooledRow,
  type SpooledRows,
} from './spoolFile.ts';

interface Adoption {
  payload: Payload;
  directory: string;
  spool: Spool;
  /** Changes a row before it is written; null drops it. */
  beforeWriting(row: EmailAttempt): Promise<EmailAttempt | null>;
}

/**
 * Adds the rows of dead processes to the spool of this one. A lock of the database lets one process at a time do so.
 *
 * @throws if the database does not respond
 */
export const adoptSpools = async (adoption: Adoption): Promise<void> => {
  const { payload, directory } = adoption;
  if (findOrphans(directory).length === 0) return;
  await withDatabaseLock(payload, 'spool', () => adoptAll(adoption));
};

const adoptAll = async ({ payload, directory, spool, beforeWriting }: Adoption): Promise<void> => {
  const orphans = findOrphans(directory).flatMap((path) => readOrphan(payload, path));
  const merged = merge(orphans);
  const claims = [...merged.values()].flatMap(({ job }) => job ?? []);
  const untaken = await endClaims(payload, claims);
  const wanted = new Map<string, SpooledRow>();
  for (const [key, { row, state, job }] of merged) {
    // No transport had the mail, so its job sends it.
    if (job && untaken.has(job.id)) continue;
    const final = state === 'underWay' ? await beforeWriting(row) : row;
    if (final) wanted.set(key, { row: { ...final, id: row.id }, state: 'waiting' });
  }
  // Synchronous from here on: no row may be written to the log before the files that held it are gone.
  for (const [key, spooled] of wanted) spool.note(key, spooled);
  spool.write();
  for (const orphan of orphans) if (!spool.isOnDisk() || !remove(payload, orphan)) giveBack(spool, orphan);
  const adopted = [...wanted.keys()].filter((key) => spool.rows.has(key)).length;
  if (adopted === 0) return;
  payload.logger.info(`Took over ${adopted} rows of a dead process for the email log.`);
};

interface Orphan {
  readonly path: string;
  readonly rows: SpooledRows;
}

const readOrphan = (payload: Payload, path: string): Orphan[] => {
  try {
    return [{ path, rows: readSpooledRows(path) }];
  } catch (error) {
    tellLeft(payload, path, error);
    return [];
  }
};

const remove = (payload: Payload, { path }: Orphan): boolean => {
  try {
    removeSpoolFile(path);
    return true;
  } catch (error) {
    tellLeft(payload, path, error);
    return false;
  }
};

const giveBack = (spool: Spool, { rows }: Orphan): void => {
  for (const key of rows.keys()) spool.settle(key);
};

const tellLeft = (payload: Payload, path: string, error: unknown): void => {
  const reason = error instanceof Error ? error.message : String(error);
  payload.logger.warn(`Rows of a dead process stay in ${path}: ${reason}`);
};

/** A process that died while it adopted leaves a row in two files. The copy with an id may be in the log already. */
const merge = (orphans: readonly Orphan[]): SpooledRows => {
  const merged = new Map<string, SpooledRow>();
  for (const [key, spooled] of orphans.flatMap(({ rows }) => [...rows])) {
    const other = merged.get(key);
    if (!other || (other.row.id === null && (spooled.row.id !== null || spooled.state === 'waiting')))
      merged.set(key, spooled);
  }
  return merged;
};

/** Longest silence of a process whose state cannot be checked, in milliseconds. After it, the process counts as dead. */
const longestSilence = 120_000;

/** The files whose process is dead or gave them up. */
const findOrphans = (directory: string): string[] =>
  listSpoolFiles(directory).filter((path) => isReleased(path) || isOrphaned(path, Date.now()));

const listSpoolFiles = (directory: string): string[] => {
  try {
    return readdirSync(directory)
      .filter(isSpoolFile)
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
};

const isOrphaned = (path: string, now: number): boolean => {
  const isSilent = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > longestSilence;
  try {
    const owner = readOwner(path);
    const lives = owner && isAlive(owner);
    // If the system does not tell when a process began, its number may belong to another one by now.
    const isCertain = lives === false || (lives === true && owner?.started !== null);
    return isCertain ? !lives : isSilent;
  } catch {
    // The file is gone, because its process ended in order, or this process may not read it.
    return false;
  }
};

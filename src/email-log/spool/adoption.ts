import { readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../shared/process-identity.ts';
import { isReleased, isSpoolFile, nextOf } from './spool-file.ts';
import { appendLines, readOwner, readSpooledRows, type SpooledRows, type SpoolLine } from './spool-lines.ts';

/** A spool file whose process is dead or gave it up, and whose rows are therefore anybody's to write to the log. */
export interface OrphanedSpool {
  readonly path: string;
  readonly rows: SpooledRows;
  append(lines: readonly SpoolLine[]): void;
  remove(): void;
}

/** How long a process that cannot be asked may have been silent before it counts as dead, in milliseconds. */
const silentFor = 120_000;

/** The files of dead processes, without those of living ones, this one's among them. */
export const findOrphanedSpools = (directory: string, now: number): string[] =>
  listSpoolFiles(directory).filter((path) => isReleased(path) || isOrphaned(path, now));

/** @throws where the file cannot be read */
export const openOrphanedSpool = (path: string): OrphanedSpool => ({
  path,
  rows: readSpooledRows(path),
  append: (lines) => appendLines(path, lines),
  remove: () => {
    unlinkSync(path);
    rmSync(nextOf(path), { force: true });
  },
});

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
  const silent = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > silentFor;
  try {
    const owner = readOwner(path);
    const lives = owner && isAlive(owner);
    // Where the system does not tell when a process began, its number may be another one's by now.
    const isCertain = lives === false || (lives === true && owner?.started !== null);
    return isCertain ? !lives : silent;
  } catch {
    // It went while it was looked at: its process has ended in order. Or it is not ours to read.
    return false;
  }
};

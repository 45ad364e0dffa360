import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './process-identity.ts';
import { readSpoolFile, type SpoolContents, type SpooledRow } from './spool-file.ts';

/** A spool file whose process is dead, and which therefore is anybody's to write to the log. */
export interface OrphanedSpool {
  readonly path: string;
  readonly rows: ReadonlyMap<string, SpooledRow>;
  remove(): void;
}

/** How long a process that cannot be asked may have been silent before it counts as dead, in milliseconds. */
const silentFor = 120_000;

/** Finds the files of dead processes, without those of living ones, this one's among them. */
export const findOrphanedSpools = (directory: string, now: number): OrphanedSpool[] =>
  listSpoolFiles(directory).flatMap((path) => {
    const contents = readIfThere(path);
    if (!contents || !isOrphaned(contents, path, now)) return [];
    return [{ path, rows: contents.rows, remove: () => unlinkSync(path) }];
  });

const listSpoolFiles = (directory: string): string[] => {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
};

/** A file may go while it is looked at: its process has ended in order. */
const readIfThere = (path: string): SpoolContents | null => {
  try {
    return readSpoolFile(path);
  } catch {
    return null;
  }
};

const isOrphaned = ({ owner }: SpoolContents, path: string, now: number): boolean => {
  const lives = owner && isAlive(owner);
  if (lives !== null) return !lives;
  const { mtimeMs = now } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return now - mtimeMs > silentFor;
};

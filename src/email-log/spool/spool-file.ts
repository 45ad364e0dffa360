import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { ProcessIdentity } from '../../shared/process-identity.ts';
import { type SpooledRows, type SpoolLine, textOf } from './spool-lines.ts';

/** A spool file being written: appended to, so that a `kill -9` loses nothing that was written before. */
export interface SpoolFile {
  /** @throws where the disk does not take it, after which the file may end with half a line, or the file is gone */
  append(lines: readonly SpoolLine[]): void;
  /** Leaves these rows alone in the file, in one step. @throws where the disk does not take it */
  rewrite(rows: SpooledRows): void;
  /** Whether most of a long file is about mails that are settled. */
  isWasteful(rows: SpooledRows): boolean;
  /** Tells those who cannot see the process that it lives. @throws where the file is gone */
  touch(): void;
  /** Takes the file away. @throws where it is gone */
  remove(): void;
  /** Leaves the file to anybody, though this process lives on. */
  release(): void;
}

/** A file shorter than this is never wasteful. In bytes. */
const short = 1_000_000;

/**
 * Asking whether the file is still there costs a mail more than writing to it. So it is asked for each row that has
 * to wait in the file, and otherwise this often. In milliseconds.
 */
const betweenChecks = 1_000;

const isWaiting = (line: SpoolLine): boolean => 'row' in line && line.state === 'waiting';

/** @throws where the folder cannot be made or written; then nothing is left there */
export const createSpoolFile = (path: string, owner: ProcessIdentity, rows: SpooledRows): SpoolFile => {
  const contents = (rows: SpooledRows): string =>
    textOf([{ owner }, ...[...rows].map(([key, row]) => ({ key, ...row }))]);

  let file = writeNew(path, contents(rows));
  /** What was needed when the file was last written anew. In bytes. */
  let needed = file.size;
  let checkAgainAt = 0;
  const check = (): void => {
    if (fstatSync(file.descriptor).nlink === 0) throw new Error('The spool file was taken away.');
    checkAgainAt = performance.now() + betweenChecks;
  };
  return {
    append: (lines) => {
      const text = textOf(lines);
      if (lines.some(isWaiting) || performance.now() > checkAgainAt) check();
      const written = writeSync(file.descriptor, text);
      if (written < Buffer.byteLength(text)) throw new Error('The disk took a part of it.');
      file.size += written;
    },
    rewrite: (rows) => {
      const next = writeNew(nextOf(path), contents(rows));
      renameSync(nextOf(path), path);
      closeSync(file.descriptor);
      file = next;
      needed = next.size;
    },
    // In proportion to what is needed: a backlog that is worked off is not written anew for each of its rows.
    isWasteful: (rows) => file.size > short + (rows.size > 0 ? 2 * needed : 0),
    touch: () => utimesSync(path, new Date(), new Date()),
    remove: () => {
      closeSync(file.descriptor);
      unlinkSync(path);
    },
    release: () => {
      closeSync(file.descriptor);
      renameSync(path, `${path.slice(0, -suffix.length)}${releasedSuffix}`);
    },
  };
};

const writeNew = (path: string, text: string): { descriptor: number; size: number } => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  const descriptor = openSync(path, 'ax', 0o600);
  try {
    writeFileSync(descriptor, text);
    return { descriptor, size: Buffer.byteLength(text) };
  } catch (error) {
    closeSync(descriptor);
    rmSync(path, { force: true });
    throw error;
  }
};

/** Where a file is written anew before it takes the old one's place. */
export const nextOf = (path: string): string => `${path}.next`;

const suffix = '.jsonl';
const releasedSuffix = '.released.jsonl';

export const isSpoolFile = (path: string): boolean => path.endsWith(suffix);

/** Whether its process gave it up. */
export const isReleased = (path: string): boolean => path.endsWith(releasedSuffix);

import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { JobClaim } from '../../../core/jobs/jobs.ts';
import type { ProcessIdentity } from '../../../core/shared/concurrency/processIdentity.ts';
import type { EmailAttempt } from '../row.ts';

/** A row that is not in the log yet. */
export interface SpooledRow {
  readonly row: EmailAttempt;
  /** `underWay`: the row to write if the process dies now. `waiting`: a final row that is not in the log yet. */
  readonly state: 'underWay' | 'waiting';
  /** The job that a mail under way is about to take. */
  readonly job?: JobClaim;
}

/** Rows by the keys of their mails, in the order in which they began. */
export type SpooledRows = ReadonlyMap<string, SpooledRow>;

/**
 * A line of a spool file: the owner (the first line), the latest state of a mail's row, or only a key: that mail needs no
 * row any more. The last line of a mail counts.
 */
export type SpoolLine =
  | { readonly owner: ProcessIdentity }
  | ({ readonly key: string } & Partial<SpooledRow>);

const textOf = (lines: readonly SpoolLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A spool file that this process writes. Every function throws if the disk fails. */
export interface SpoolFile {
  /** Size in bytes. */
  readonly size: number;
  /** Fails if the file is gone. The file may then end with half a line. */
  append(lines: readonly SpoolLine[]): void;
  /** Replaces the file by these rows, in one step. Makes the file if it is not there. */
  rewrite(rows: SpooledRows): void;
  /** Tells processes that cannot see this one that it lives. */
  touch(): void;
  remove(): void;
  /** Leaves the file to any process, though this one lives on. */
  release(): void;
}

export const spoolFileAt = (path: string, owner: ProcessIdentity): SpoolFile => {
  let size = 0;
  /** Kept open between two appends. */
  let descriptor: number | null = null;

  const close = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };

  return {
    get size() {
      return size;
    },
    append(lines) {
      descriptor ??= openSync(path, constants.O_WRONLY | constants.O_APPEND);
      if (fstatSync(descriptor).nlink === 0) throw new Error(`${path} is gone.`);
      const text = textOf(lines);
      writeFileSync(descriptor, text);
      size += Buffer.byteLength(text);
    },
    rewrite(rows) {
      close();
      const text = textOf([{ owner }, ...[...rows].map(([key, spooled]) => ({ key, ...spooled }))]);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      try {
        writeFileSync(nextOf(path), text, { mode: 0o600 });
        renameSync(nextOf(path), path);
      } catch (error) {
        rmSync(nextOf(path), { force: true });
        throw error;
      }
      size = Buffer.byteLength(text);
    },
    touch: () => utimesSync(path, new Date(), new Date()),
    remove() {
      close();
      removeSpoolFile(path);
    },
    release() {
      close();
      renameSync(path, `${path.slice(0, -suffix.length)}${releasedSuffix}`);
    },
  };
};

const nextOf = (path: string): string => `${path}.next`;

export const removeSpoolFile = (path: string): void => {
  unlinkSync(path);
  rmSync(nextOf(path), { force: true });
};

const suffix = '.jsonl';
const releasedSuffix = '.released.jsonl';

export const isSpoolFile = (path: string): boolean => path.endsWith(suffix);

/** True if the process that wrote the file gave it up. */
export const isReleased = (path: string): boolean => path.endsWith(releasedSuffix);

/** A line that a crash cut off is no line. */
const parse = (text: string): SpoolLine | null => {
  try {
    return text === '' ? null : (JSON.parse(text) as SpoolLine);
  } catch {
    return null;
  }
};

/** @throws if the file cannot be read */
export const readSpooledRows = (path: string): SpooledRows => {
  const rows = new Map<string, SpooledRow>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    const line = parse(text);
    if (line === null || 'owner' in line) continue;
    const { key, row, state, job } = line;
    if (row && state) rows.set(key, { row, state, ...(job && { job }) });
    else rows.delete(key);
  }
  return rows;
};

/** The rows of all files of a folder. A file that cannot be read has none. */
export const spooledRows = (directory: string): readonly SpooledRow[] => {
  try {
    return readdirSync(directory)
      .filter(isSpoolFile)
      .flatMap((name) => [...readSpooledRows(join(directory, name)).values()]);
  } catch {
    // A file was written, and removed, meanwhile; or there is no folder.
    return [];
  }
};

const longestOwnerLine = 4_096;

/**
 * Reads only the first line, because the file may be long. Returns null if the line is not there yet.
 *
 * @throws if the file cannot be read
 */
export const readOwner = (path: string): ProcessIdentity | null => {
  const descriptor = openSync(path, 'r');
  try {
    const start = Buffer.alloc(longestOwnerLine);
    const length = readSync(descriptor, start, 0, start.length, 0);
    const line = parse(start.toString('utf8', 0, length).split('\n')[0] ?? '');
    return line && 'owner' in line ? line.owner : null;
  } finally {
    closeSync(descriptor);
  }
};

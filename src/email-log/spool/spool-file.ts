import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { EmailAttempt } from '../../mail/attempt.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** A row that is not in the log yet. */
export interface SpooledRow {
  readonly row: EmailAttempt;
  /** Whether the mail is under way: its row is the one to be written if its process dies. */
  readonly isUnderWay: boolean;
}

/** A line of a spool file: whose it is, the latest state of a mail's row, or that a mail is settled. The last one counts. */
export type SpoolLine =
  | { readonly owner: ProcessIdentity }
  | ({ readonly key: string } & SpooledRow)
  | { readonly key: string };

export interface SpoolContents {
  readonly owner: ProcessIdentity | null;
  /** By key, in the order in which the mails were begun. */
  readonly rows: ReadonlyMap<string, SpooledRow>;
}

/** Reads a spool file. A line that a crash cut off is nobody's row yet, and is skipped. */
export const readSpoolFile = (path: string): SpoolContents => {
  const rows = new Map<string, SpooledRow>();
  let owner: ProcessIdentity | null = null;
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    const line = parse(text);
    if (line === null) continue;
    if ('owner' in line) owner = line.owner;
    else if ('row' in line) rows.set(line.key, line);
    else rows.delete(line.key);
  }
  return { owner, rows };
};

const parse = (text: string): SpoolLine | null => {
  try {
    return text === '' ? null : (JSON.parse(text) as SpoolLine);
  } catch {
    return null;
  }
};

/** A spool file being written: appended to, so that a `kill -9` loses nothing that was written before. */
export interface SpoolFile {
  /** @throws where the disk does not take it */
  append(line: SpoolLine): void;
  /** Leaves these rows alone in the file. @throws where the disk does not take it */
  rewrite(rows: ReadonlyMap<string, SpooledRow>): void;
  /** In bytes. */
  size(): number;
  /** Tells those who cannot see the process that it lives. */
  touch(): void;
  remove(): void;
}

/** @throws where the folder cannot be made or written */
export const createSpoolFile = (path: string, owner: ProcessIdentity): SpoolFile => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let descriptor = openSync(path, 'ax', 0o600);
  let size = writeLine(descriptor, { owner });
  return {
    append: (line) => {
      size += writeLine(descriptor, line);
    },
    rewrite: (rows) => {
      const next = openSync(`${path}.next`, 'w', 0o600);
      size = writeLine(next, { owner });
      for (const [key, row] of rows) size += writeLine(next, { key, ...row });
      renameSync(`${path}.next`, path);
      closeSync(descriptor);
      descriptor = next;
    },
    size: () => size,
    touch: () => utimesSync(path, new Date(), new Date()),
    remove: () => {
      closeSync(descriptor);
      unlinkSync(path);
    },
  };
};

const writeLine = (descriptor: number, line: SpoolLine): number =>
  writeSync(descriptor, `${JSON.stringify(line)}\n`);

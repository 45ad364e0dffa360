import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import type { EmailAttempt } from '../../mail/attempt.ts';
import type { ProcessIdentity } from '../../shared/process-identity.ts';

/**
 * How far a mail's row is: `underWay`, it is the one to be written if the process dies; `waiting` for the database;
 * `written`, but a crash of PostgreSQL may still undo it.
 */
export type SpoolState = 'underWay' | 'waiting' | 'written';

/** A row that is not in the log for certain yet. */
export interface SpooledRow {
  readonly row: EmailAttempt;
  readonly state: SpoolState;
}

/** By the mails' keys, in the order in which they were begun. */
export type SpooledRows = ReadonlyMap<string, SpooledRow>;

/**
 * A line of a spool file: whose it is (the first one), the latest state of a mail's row, or that a mail is settled.
 * Of the lines of a mail the last one counts.
 */
export type SpoolLine =
  | { readonly owner: ProcessIdentity }
  | ({ readonly key: string } & SpooledRow)
  | { readonly key: string };

/** Whether the line says that its mail needs no row any more. */
export const isSettled = (line: SpoolLine): boolean => !('row' in line || 'owner' in line);

export const textOf = (lines: readonly SpoolLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A line that a crash cut off is no line. */
const parse = (text: string): SpoolLine | null => {
  try {
    return text === '' ? null : (JSON.parse(text) as SpoolLine);
  } catch {
    return null;
  }
};

export const readSpooledRows = (path: string): SpooledRows => {
  const rows = new Map<string, SpooledRow>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    const line = parse(text);
    if (line === null || 'owner' in line) continue;
    if ('row' in line) rows.set(line.key, { row: line.row, state: line.state });
    else rows.delete(line.key);
  }
  return rows;
};

const longestOwnerLine = 4_096;

/** Reads no more of the file than whose it is, for it may be long; null where it does not say so yet. */
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

/** Adds lines to the file of a dead process, whose last line may have been cut off. */
export const appendLines = (path: string, lines: readonly SpoolLine[]): void =>
  writeFileSync(path, `\n${textOf(lines)}`, { flag: 'a' });

import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Payload } from 'payload';
import { ownIdentity } from '../../../core/shared/concurrency/processIdentity.ts';
import {
  type SpooledRow,
  type SpooledRows,
  type SpoolFile,
  type SpoolLine,
  spoolFileAt,
} from './spoolFile.ts';

/** The rows of this process that are not in the log yet: in memory, and in a file that outlives the process. */
export interface Spool {
  readonly rows: SpooledRows;
  /** Reaches the disk with the next `write`, and at the end of this turn of the event loop at the latest. */
  note(key: string, row: SpooledRow): void;
  /** The mail needs no row any more. Reaches the disk like a note. */
  settle(key: string): void;
  /** Writes all notes to the disk. If the disk fails, the server's log reports it, and no mail is affected. */
  write(): void;
  /** True if the file agrees with memory. */
  isOnDisk(): boolean;
  /** Removes the lines of mails that need no row any more from the file. */
  forgetSettled(): void;
  /** Tells the server's log if the folder cannot be written. */
  open(): void;
  /**
   * Once no mail is under way: removes the file if no row is left, and otherwise leaves the rows to any process, this one
   * included.
   */
  close(): void;
}

/** @param directory null keeps the rows in memory only */
export const buildSpool = (payload: Payload, directory: string | null): Spool => {
  const rows = new Map<string, SpooledRow>();
  /** Lines that are not in the file yet, by the keys of the mails. */
  const notes = new Map<string, SpoolLine>();
  let writing: NodeJS.Immediate | undefined;
  let isClosing = false;

  const forgetSettled = (): void => {
    notes.clear();
    if (rows.size === 0) disk.remove();
    else disk.rewrite();
  };
  const disk = buildSpoolDisk({ payload, directory, rows, forgetSettled });

  const note = (key: string, line: SpoolLine): void => {
    notes.set(key, line);
    writing ??= setImmediate(write);
  };

  const write = (): void => {
    clearImmediate(writing);
    writing = undefined;
    if (notes.size === 0) return;
    const lines = [...notes.values()];
    notes.clear();
    disk.append(lines);
    // The file does not say that its rows are settled, so the next process must not find it.
    if (!disk.isIntact() && rows.size === 0) disk.remove();
  };

  const leaveIfClosing = (): void => {
    if (!isClosing || [...rows.values()].some(({ state }) => state === 'underWay')) return;
    write();
    disk.leave();
    rows.clear();
  };

  return {
    rows,
    note(key, row) {
      rows.set(key, row);
      note(key, { key, ...row });
    },
    settle(key) {
      if (!rows.delete(key)) return;
      disk.noteSettled();
      note(key, { key });
      leaveIfClosing();
    },
    write,
    forgetSettled,
    isOnDisk: () => directory !== null && disk.isIntact(),
    open() {
      isClosing = false;
      disk.open();
    },
    close() {
      isClosing = true;
      leaveIfClosing();
    },
  };
};

/** The file that holds the rows of this process for others. If the disk fails, the server's log reports it once. */
interface SpoolDisk {
  /** True unless the disk has failed and the file was not written since. */
  isIntact(): boolean;
  /** Tells the server's log if the folder cannot be written. */
  open(): void;
  append(lines: readonly SpoolLine[]): void;
  /** The file has lines of mails that need no row any more, until it is rewritten. */
  noteSettled(): void;
  rewrite(): void;
  remove(): void;
  /** Leaves the file to any process, this one included; without rows, removes it. */
  leave(): void;
}

interface SpoolDiskParts {
  readonly payload: Payload;
  /** Null keeps the rows in memory only. */
  readonly directory: string | null;
  readonly rows: SpooledRows;
  /** Removes the lines of mails that need no row any more from the file. */
  forgetSettled(): void;
}

/** Interval in milliseconds. */
const heartbeat = 15_000;

/** Pause after a failure of the disk, in milliseconds. */
const restAfterFailure = 5_000;

/** A shorter file is never rewritten. Length in bytes. */
const shortFile = 1_000_000;

const buildSpoolDisk = ({ payload, directory, rows, forgetSettled }: SpoolDiskParts): SpoolDisk => {
  let file: SpoolFile | null = null;
  let sizeWhenRewritten = 0;
  let hasSettled = false;
  /** Time of the disk's last failure; null while the file agrees with memory. */
  let failedAt: number | null = null;
  let beat: NodeJS.Timeout | undefined;

  const onDisk = (change: (file: SpoolFile) => void): void => {
    if (directory === null || isResting()) return;
    beat ??= setInterval(() => (hasSettled ? forgetSettled() : touch()), heartbeat).unref();
    file ??= spoolFileAt(join(directory, `${randomUUID()}.jsonl`), ownIdentity());
    try {
      changeOrRewrite(file, change);
      if (failedAt !== null) payload.logger.info('The mail spool can be written again.');
      failedAt = null;
    } catch (error) {
      failed(error);
    }
  };

  /** A file to which a change could not be written is gone or wrong, so it is rewritten. */
  const changeOrRewrite = (opened: SpoolFile, change: (file: SpoolFile) => void): void => {
    if (failedAt === null && !isWasteful(opened)) {
      try {
        change(opened);
        return;
      } catch {
        // It is rewritten.
      }
    }
    rewrite(opened);
  };

  const rewrite = (opened: SpoolFile): void => {
    opened.rewrite(rows);
    sizeWhenRewritten = opened.size;
    hasSettled = false;
  };

  const touch = (): void => {
    if (file) onDisk((opened) => opened.touch());
  };

  /**
   * True if the file is much larger than its content. The limit grows with the content, so that a backlog is not rewritten
   * for each of its rows.
   */
  const isWasteful = ({ size }: SpoolFile): boolean =>
    size > shortFile + (rows.size > 0 ? 2 * sizeWhenRewritten : 0);

  const isResting = (): boolean => failedAt !== null && performance.now() - failedAt < restAfterFailure;

  const failed = (error: unknown): void => {
    if (failedAt === null) {
      const reason = error instanceof Error ? error.message : String(error);
      payload.logger.error(`The mail spool cannot be written, rows are kept in memory only: ${reason}`);
    }
    failedAt = performance.now();
  };

  const remove = (): void => {
    try {
      file?.remove();
    } catch {
      // It is gone already, or the disk is.
    }
    file = null;
    hasSettled = false;
  };

  const release = (): void => {
    // Tries the disk once more, even during the pause after a failure.
    if (failedAt !== null) failedAt = Number.NEGATIVE_INFINITY;
    onDisk((opened) => opened.touch());
    if (failedAt === null) onDisk((opened) => opened.release());
    if (failedAt === null && directory !== null) return;
    payload.logger.error({
      lost: [...rows.values()].map(({ row }) => row),
      msg: 'Neither the database nor the disk took these rows of the email log.',
    });
  };

  return {
    isIntact: () => failedAt === null,
    open() {
      if (directory === null) return;
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        accessSync(directory, constants.W_OK | constants.X_OK);
      } catch (error) {
        failed(error);
      }
    },
    append: (lines) => onDisk((opened) => opened.append(lines)),
    noteSettled() {
      hasSettled = true;
    },
    rewrite() {
      if (file) onDisk(rewrite);
    },
    remove,
    leave() {
      clearInterval(beat);
      beat = undefined;
      if (rows.size > 0) release();
      else remove();
      file = null;
    },
  };
};

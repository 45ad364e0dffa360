import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Payload } from 'payload';
import { ownIdentity } from '../../shared/process-identity.ts';
import { createSpoolFile, type SpoolFile } from './spool-file.ts';
import { isSettled, type SpooledRow, type SpooledRows, type SpoolLine } from './spool-lines.ts';

/** What this process knows of mails whose row is not in the log for certain yet: in memory, and in a file that outlives it. */
export interface Spool {
  readonly rows: SpooledRows;
  /** Says in the server's log what is missing, where the folder cannot be written. */
  check(): void;
  /** Whether the file has what memory has. */
  isOnDisk(): boolean;
  /** Is on the disk when it returns, with all that was noted before. */
  put(key: string, row: SpooledRow): void;
  /** Is on the disk at the end of this turn of the event loop at the latest. */
  note(key: string, row: SpooledRow): void;
  /** As soon as what is noted. */
  settle(key: string): void;
  /**
   * Takes the file away where nothing is left in it; otherwise leaves it to anybody. Both as soon as no mail of this
   * process is under way.
   */
  close(): void;
}

const heartbeat = 15_000;

/** How long a disk that did not take a row is left alone, in milliseconds. */
const restAfterFailure = 5_000;

/** @param directory null keeps everything in memory alone */
export const openSpool = (payload: Payload, directory: string | null): Spool => {
  const rows = new Map<string, SpooledRow>();
  let file: SpoolFile | null = null;
  /** When the disk last failed to take what is in memory; null while the file is true. */
  let failedAt: number | null = null;
  let beat: NodeJS.Timeout | undefined;
  /** What the file does not say yet, by the mails' keys: of each mail the last line counts. */
  const noted = new Map<string, SpoolLine>();
  let writing: NodeJS.Immediate | undefined;
  let isClosing = false;

  /** A disk that does not take the row harms no mail: the row is kept in memory alone until it does. */
  const onDisk = (change: (file: SpoolFile) => void): void => {
    if (directory === null || isResting()) return;
    beat ??= setInterval(giveSign, heartbeat).unref();
    try {
      bringToDisk(directory, change);
      if (failedAt !== null) payload.logger.info('The mail spool can be written again.');
      failedAt = null;
    } catch (error) {
      failed(error);
    }
  };

  /** A file that does not take a change is no longer true, or gone: it is written anew. */
  const bringToDisk = (folder: string, change: (file: SpoolFile) => void): void => {
    if (file === null) {
      file = createSpoolFile(join(folder, `${randomUUID()}.jsonl`), ownIdentity(), rows);
      return;
    }
    if (failedAt !== null) {
      file.rewrite(rows);
      return;
    }
    try {
      change(file);
    } catch {
      file.rewrite(rows);
    }
  };

  /** Also the moment to try a disk again. */
  const giveSign = (): void => {
    if (file || rows.size > 0) onDisk((opened) => opened.touch());
  };

  const isResting = (): boolean => failedAt !== null && performance.now() - failedAt < restAfterFailure;

  const failed = (error: unknown): void => {
    if (failedAt === null) {
      const reason = error instanceof Error ? error.message : String(error);
      payload.logger.error(`The mail spool cannot be written, rows are kept in memory alone: ${reason}`);
    }
    failedAt = performance.now();
  };

  /** What a file still says that could not be told otherwise must not be written to the log a second time. */
  const discard = (): void => {
    const discarded = file;
    file = null;
    try {
      discarded?.remove();
    } catch {
      // Somebody took it away, or the disk is gone with it.
    }
  };

  const noteLine = (key: string, line: SpoolLine): void => {
    noted.set(key, line);
    writing ??= setImmediate(writeNoted);
  };

  const writeNoted = (): void => {
    clearImmediate(writing);
    writing = undefined;
    if (noted.size === 0) return;
    const lines = [...noted.values()];
    noted.clear();
    const mayShrink = lines.some(isSettled);
    onDisk((opened) => {
      if (mayShrink && opened.isWasteful(rows)) opened.rewrite(rows);
      else opened.append(lines);
    });
    if (failedAt !== null && rows.size === 0) discard();
  };

  const leave = (): void => {
    if (!isClosing || [...rows.values()].some(({ state }) => state === 'underWay')) return;
    writeNoted();
    clearInterval(beat);
    beat = undefined;
    if (rows.size === 0) {
      discard();
      return;
    }
    release();
    file = null;
    rows.clear();
  };

  const release = (): void => {
    // The last chance of a disk that rests.
    if (failedAt !== null) failedAt = Number.NEGATIVE_INFINITY;
    onDisk((opened) => opened.touch());
    if (failedAt === null) onDisk((opened) => opened.release());
    if (failedAt === null && directory !== null) return;
    const lost = [...rows.values()].map(({ row }) => row);
    payload.logger.error({
      lost,
      msg: 'Neither the database nor the disk took these rows of the email log.',
    });
  };

  return {
    rows,
    check() {
      if (directory === null) return;
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        accessSync(directory, constants.W_OK | constants.X_OK);
      } catch (error) {
        failed(error);
      }
    },
    isOnDisk: () => directory !== null && failedAt === null,
    put(key, row) {
      rows.set(key, row);
      noted.set(key, { key, ...row });
      writeNoted();
    },
    note(key, row) {
      rows.set(key, row);
      noteLine(key, { key, ...row });
    },
    settle(key) {
      if (!rows.delete(key)) return;
      noteLine(key, { key });
      leave();
    },
    close() {
      isClosing = true;
      leave();
    },
  };
};

import type { Payload } from 'payload';
import { buildSpoolDisk } from './spoolDisk.ts';
import type { SpooledRow, SpooledRows, SpoolLine } from './spoolFile.ts';

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

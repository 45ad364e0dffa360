import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Payload } from 'payload';
import { ownIdentity } from './process-identity.ts';
import { createSpoolFile, type SpooledRow, type SpoolFile } from './spool-file.ts';

/** What this process knows of mails whose row is not in the log yet: in memory, and in a file that outlives it. */
export interface Spool {
  readonly rows: ReadonlyMap<string, SpooledRow>;
  put(key: string, row: SpooledRow): void;
  settle(key: string): void;
  /** Takes the file away where nothing is left in it; otherwise it waits to be adopted once this process is dead. */
  close(): void;
}

/** A file larger than this is written anew without what is settled. In bytes. */
const tidyAbove = 1_000_000;

const heartbeat = 15_000;

/** @param directory null keeps everything in memory alone */
export const openSpool = (payload: Payload, directory: string | null): Spool => {
  const rows = new Map<string, SpooledRow>();
  let file: SpoolFile | null = null;
  let isBroken = false;
  let beat: NodeJS.Timeout | undefined;

  /** A disk that does not take the row harms no mail: the row is kept in memory alone. */
  const onDisk = (write: (file: SpoolFile) => void): void => {
    if (isBroken || directory === null) return;
    try {
      file ??= open(directory);
      write(file);
    } catch (error) {
      isBroken = true;
      const reason = error instanceof Error ? error.message : String(error);
      payload.logger.error(`The mail spool cannot be written, rows are kept in memory alone: ${reason}`);
    }
  };

  const open = (folder: string): SpoolFile => {
    const opened = createSpoolFile(join(folder, `${randomUUID()}.jsonl`), ownIdentity());
    beat = setInterval(() => onDisk((file) => file.touch()), heartbeat).unref();
    return opened;
  };

  return {
    rows,
    put(key, row) {
      rows.set(key, row);
      onDisk((file) => file.append({ key, ...row }));
    },
    settle(key) {
      if (!rows.delete(key)) return;
      onDisk((file) => {
        if (file.size() > tidyAbove) file.rewrite(rows);
        else file.append({ key });
      });
    },
    close() {
      clearInterval(beat);
      if (file && rows.size === 0) onDisk((opened) => opened.remove());
      file = null;
    },
  };
};

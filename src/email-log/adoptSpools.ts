import { appendFileSync } from 'node:fs';
import type { Payload } from 'payload';
import { withDatabaseLock } from '../database/lock.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import type { Recorder } from './recorder.ts';
import type { RowIds } from './rowIds.ts';
import { findOrphanedSpools, type OrphanedSpool } from './spool/adoption.ts';
import type { SpooledRow } from './spool/spool-file.ts';

interface AdoptionParts {
  payload: Payload;
  directory: string;
  recorder: Recorder;
  ids: RowIds;
  /** What becomes of a row before it is written; null drops it. */
  beforeWriting(row: EmailAttempt): Promise<EmailAttempt | null>;
}

/**
 * Writes to the log what dead processes left behind. Under a lock of the database, so that one process does; should
 * it die, too, the next begins anew, and finds what is written already by its id.
 *
 * @throws where the database does not take a row; the file stays
 */
export const adoptSpools = async (parts: AdoptionParts): Promise<void> => {
  const { payload, directory } = parts;
  if (findOrphanedSpools(directory, Date.now()).length === 0) return;
  await withDatabaseLock(payload, 'spool', async () => {
    for (const orphan of findOrphanedSpools(directory, Date.now())) await adopt(orphan, parts);
  });
};

const adopt = async (orphan: OrphanedSpool, { payload, recorder, ids, beforeWriting }: AdoptionParts) => {
  const writeRow = async ([key, spooled]: [string, SpooledRow]): Promise<void> => {
    const id = spooled.row.id ?? (await ids.take());
    if (spooled.row.id === null) {
      appendFileSync(orphan.path, `${JSON.stringify({ key, ...spooled, row: { ...spooled.row, id } })}\n`);
    }
    const row = spooled.isUnderWay ? await beforeWriting(spooled.row) : spooled.row;
    if (row) await recorder.record({ ...row, id });
  };
  await Promise.all([...orphan.rows].map(writeRow));
  orphan.remove();
  if (orphan.rows.size > 0) {
    payload.logger.info(
      `Wrote ${orphan.rows.size} rows to the email log that a process left behind when it died.`,
    );
  }
};

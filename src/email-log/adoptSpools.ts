import type { Payload } from 'payload';
import { withDatabaseLock } from '../database/lock.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import type { RowIds } from './rowIds.ts';
import { findOrphanedSpools, type OrphanedSpool, openOrphanedSpool } from './spool/adoption.ts';
import type { SpooledRow } from './spool/spool-lines.ts';

interface AdoptionParts {
  payload: Payload;
  directory: string;
  ids: RowIds;
  /** What becomes of a row before it is written; null drops it. */
  beforeWriting(row: EmailAttempt): Promise<EmailAttempt | null>;
  /** Takes a row of another process among this one's own. */
  takeOver(key: string, row: EmailAttempt): void;
  /** Whether what was taken over would outlive this process, too. */
  isOnDisk(): boolean;
}

/**
 * Takes over what dead processes left behind. Under a lock of the database, so that one process does; should it die,
 * too, a row is in two files, and under the same key and id in both.
 *
 * @throws where the database does not answer
 */
export const adoptSpools = async (parts: AdoptionParts): Promise<void> => {
  const { payload, directory } = parts;
  if (findOrphanedSpools(directory, Date.now()).length === 0) return;
  await withDatabaseLock(payload, 'spool', async () => {
    for (const path of findOrphanedSpools(directory, Date.now())) {
      // A file that cannot be read or written keeps no other one waiting.
      await adopt(path, parts).catch((error: Error) =>
        payload.logger.warn(`Rows that a dead process left behind stay in ${path}: ${error.message}`),
      );
    }
  });
};

const adopt = async (path: string, parts: AdoptionParts): Promise<void> => {
  const orphan = openOrphanedSpool(path);
  const rows = await identify(orphan, parts.ids);
  const wanted: [string, EmailAttempt][] = [];
  for (const [key, { row, state }] of rows) {
    const final = state === 'underWay' ? await parts.beforeWriting(row) : row;
    if (final) wanted.push([key, { ...final, id: row.id }]);
  }
  for (const [key, row] of wanted) parts.takeOver(key, row);
  if (!parts.isOnDisk()) return;
  orphan.remove();
  if (wanted.length > 0) {
    parts.payload.logger.info(
      `Took over ${wanted.length} rows for the email log that a process left behind when it died.`,
    );
  }
};

/** Gives every row its id, in the file as well: whoever comes after a crash knows it by that. */
const identify = async (orphan: OrphanedSpool, ids: RowIds): Promise<[string, SpooledRow][]> => {
  const nameless = [...orphan.rows].filter(([, { row }]) => row.id === null);
  const named: [string, SpooledRow][] = [];
  for (const [key, spooled] of nameless) {
    named.push([key, { ...spooled, row: { ...spooled.row, id: await ids.take() } }]);
  }
  if (named.length > 0) orphan.append(named.map(([key, spooled]) => ({ key, ...spooled })));
  return [...new Map([...orphan.rows, ...named])];
};

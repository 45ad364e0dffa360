import { setTimeout as sleep } from 'node:timers/promises';
import { isSameAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import { erased } from '../erasure/erased.ts';
import type { EmailAttempt } from '../row.ts';
import type { Spool } from './spool.ts';
import { type SpooledRow, spooledRows } from './spoolFile.ts';

const isOf =
  (address: string) =>
  ({ row, state }: SpooledRow): boolean =>
    state === 'waiting' && row.to.split(', ').some((one) => isSameAddress(one, address));

/**
 * Takes an address out of the rows of this process that wait, because the table does not take them.
 *
 * @returns the number of rows from which it was taken
 */
export const eraseInSpool = (spool: Spool, address: string): number => {
  const found = [...spool.rows].filter(([, spooled]) => isOf(address)(spooled));
  for (const [key, spooled] of found) spool.note(key, { ...spooled, row: eraseInRow(spooled.row, address) });
  spool.write();
  // The lines before would still hold it.
  if (found.length > 0) spool.forgetSettled();
  return found.length;
};

/** Number of waiting rows of this process that contain an address. */
export const countInSpool = (spool: Spool, address: string): number =>
  [...spool.rows.values()].filter(isOf(address)).length;

/** Longest wait for other processes, in milliseconds: they retry every five seconds, and search the folder every ten. */
const longestWait = 15_000;
const betweenPolls = 100;

/**
 * Waits until the other processes that share the data folder have written their rows that contain an address. It does not
 * wait for rows that the table rejects: they are erased when they arrive.
 *
 * @param own number of rows of this process that the table rejects
 */
export const awaitSpools = async (directory: string, address: string, own: number): Promise<void> => {
  const end = performance.now() + longestWait;
  const count = () => spooledRows(directory).filter(isOf(address)).length;
  while (count() > own && performance.now() < end) await sleep(betweenPolls);
};

/** The row as `erase` leaves one in the table. */
const eraseInRow = (row: EmailAttempt, address: string): EmailAttempt => {
  const pattern = patternOf(address);
  const without = <Text extends string | null>(text: Text) => text?.replace(pattern, erased) ?? null;
  const to = row.to.split(', ').map((one) => (isSameAddress(one, address) ? erased : one));
  return {
    ...row,
    to: to.join(', '),
    subject: to.some((one) => one !== erased) ? row.subject : null,
    error: without(row.error),
    fallback: row.fallback?.map((refused) => ({ ...refused, error: without(refused.error) ?? '' })) ?? null,
  };
};

/** Matches an address as the table's pattern does: not as a part of a longer address. */
const patternOf = (address: string): RegExp => {
  const notations = notationsOf(address).map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(?<![\\w.+-])(?:${notations.join('|')})(?!-?[\\p{L}\\p{N}]|\\.[\\p{L}\\p{N}])`, 'giu');
};

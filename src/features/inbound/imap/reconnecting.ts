/**
 * The end of reading a mailbox: by itself, by a failure before it was read to its end once, or by a connection that broke
 * after that.
 */
export type Reading = 'ended' | 'failed' | 'broken';

/** Pauses after a failure, in milliseconds. */
const shortestPause = 2_000;
const longestPause = 60_000;

/**
 * The pause before the mailbox is tried again, in milliseconds: twice the last for each failure in a row. A connection that
 * worked begins anew with the shortest.
 *
 * @param last the pause before; 0 if there was none
 * @returns 0 if nothing failed
 */
export const pauseAfter = (reading: Reading, last: number): number => {
  if (reading === 'ended') return 0;
  return reading === 'broken' ? shortestPause : Math.min(Math.max(last * 2, shortestPause), longestPause);
};

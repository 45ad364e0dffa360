import { randomUUID } from 'node:crypto';
import type { Payload } from 'payload';
import type { EmailAttempt } from '../mail/attempt.ts';
import { within } from '../shared/within.ts';
import { type IdentifiedRow, isRefusal, type Recorder } from './recorder.ts';
import type { RowIds } from './rowIds.ts';
import type { Spool } from './spool/spool.ts';

/** Gets rows into the log, come what may, without standing in a mail's way. */
export interface EmailLogWriter {
  /**
   * Notes the row of a mail that is about to be tried, as it is to read if this process dies before it knows more.
   *
   * @returns the mail's key for what follows
   */
  begin(row: EmailAttempt): string;
  /** Writes a mail's row, or keeps it for later, and returns within a second. Never throws. */
  write(key: string, row: EmailAttempt): Promise<void>;
  /** Forgets a mail whose row is not wanted. */
  drop(key: string): void;
  /** Ends the retries; what is left stays on disk. */
  close(): void;
}

/** How long a mail waits for its row, in milliseconds. */
const patience = 1_000;

/** Rows kept for later; beyond, a row is only told to the server's log. */
const mostKept = 100_000;

const retriedAtOnce = 500;

/** Between tries, in milliseconds; each pause is twice the last. */
const shortestPause = 250;
const longestPause = 5_000;

interface WriterParts {
  payload: Payload;
  recorder: Recorder;
  ids: RowIds;
  spool: Spool;
}

export const buildEmailLogWriter = ({ payload, recorder, ids, spool }: WriterParts): EmailLogWriter => {
  let isDatabaseAway = false;
  let pause = shortestPause;
  let retry: NodeJS.Timeout | null = null;

  const idOf = (key: string, row: EmailAttempt): string | null =>
    row.id ?? spool.rows.get(key)?.row.id ?? null;

  const recordings = new Map<string, Promise<void>>();

  /** One at a time for each mail: two that both wait for an id would get two. */
  const record = (key: string, row: EmailAttempt): Promise<void> => {
    const recording = recordings.get(key) ?? recordAlone(key, row).finally(() => recordings.delete(key));
    recordings.set(key, recording);
    return recording;
  };

  const recordAlone = async (key: string, row: EmailAttempt): Promise<void> => {
    const identified: IdentifiedRow = { ...row, id: idOf(key, row) ?? (await ids.take()) };
    // Before it is written: whoever comes after a crash knows it by its id, and writes it once.
    if (idOf(key, row) === null) spool.put(key, { row: identified, isUnderWay: false });
    await recorder.record(identified);
    spool.settle(key);
    isDatabaseAway = false;
    pause = shortestPause;
  };

  const keep = (key: string, row: EmailAttempt): void => {
    if (spool.rows.size > mostKept) {
      payload.logger.error({ row, msg: 'The mail spool is full: this row is not in the email log.' });
      spool.settle(key);
      return;
    }
    spool.put(key, { row: { ...row, id: idOf(key, row) }, isUnderWay: false });
    retryLater();
  };

  const retryLater = (): void => {
    if (retry) return;
    retry = setTimeout(retryKept, pause).unref();
    pause = Math.min(pause * 2, longestPause);
  };

  const retryKept = async (): Promise<void> => {
    const kept = [...spool.rows].filter(([, { isUnderWay }]) => !isUnderWay);
    const batch = kept.slice(0, retriedAtOnce).map(([key, { row }]) => record(key, row));
    const outcomes = await Promise.allSettled(batch);
    retry = null;
    const areAllWritten = outcomes.every(({ status }) => status === 'fulfilled');
    if (kept.length > batch.length || !areAllWritten) retryLater();
  };

  const notWritten = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : 'it does not answer';
    payload.logger.warn(
      `The database does not take rows of the email log, they are kept until it does: ${reason}`,
    );
    // One row that is refused says nothing of the next.
    isDatabaseAway = !isRefusal(error);
  };

  return {
    begin(row) {
      const key = randomUUID();
      spool.put(key, { row: { ...row, id: ids.atHand() }, isUnderWay: true });
      return key;
    },

    async write(key, row) {
      if (isDatabaseAway) return keep(key, row);
      const recording = record(key, row).then(
        () => 'written' as const,
        (error: unknown) => ({ error }),
      );
      const outcome = await within(recording, patience, { error: null });
      if (outcome === 'written') return;
      notWritten(outcome.error);
      keep(key, row);
    },

    drop: (key) => spool.settle(key),

    close() {
      if (retry) clearTimeout(retry);
      spool.close();
    },
  };
};

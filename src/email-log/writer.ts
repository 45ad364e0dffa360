import { randomUUID } from 'node:crypto';
import type { Payload } from 'payload';
import type { EmailAttempt } from '../mail/attempt.ts';
import { within } from '../shared/within.ts';
import type { Recorder } from './recorder.ts';
import { isRefusal } from './refusal.ts';
import { buildRetries } from './retries.ts';
import type { RowIds } from './rowIds.ts';
import type { Spool } from './spool/spool.ts';

/** Gets rows into the log, come what may, without standing in a mail's way. */
export interface EmailLogWriter {
  /** How many mails have begun of which it is not known yet what came of them. */
  readonly underWay: number;
  /**
   * Notes the row of a mail that is about to be tried, as it is to read if this process dies before it knows more.
   *
   * @returns the mail's key for what follows
   */
  begin(row: EmailAttempt): string;
  /** Notes what has become known of a mail under way. */
  renew(key: string, row: EmailAttempt): void;
  /**
   * Writes a mail's row, or keeps it for later, and returns within a second. Never throws.
   *
   * @returns the row's id; null if it is kept without one
   */
  write(key: string, row: EmailAttempt): Promise<string | null>;
  /** Forgets a mail whose row is not wanted. */
  drop(key: string): void;
  /** Keeps a row that another process left behind. */
  takeOver(key: string, row: EmailAttempt): void;
  /** Tries all that is kept, as long as that leads on. Never throws. */
  writeKept(): Promise<void>;
  /** Ends the retries; what is left stays on disk. Never throws. */
  close(): Promise<void>;
}

/** How long a mail waits for its row, in milliseconds. */
const patience = 800;

/** Rows kept for later; beyond, a row is only told to the server's log. */
const mostKept = 100_000;

interface WriterParts {
  payload: Payload;
  recorder: Recorder;
  ids: RowIds;
  spool: Spool;
}

export const buildEmailLogWriter = ({ payload, recorder, ids, spool }: WriterParts): EmailLogWriter => {
  let isDatabaseAway = false;
  let isClosed = false;

  const underWay = new Set<string>();

  const idOf = (key: string): string | null => spool.rows.get(key)?.row.id ?? null;

  const recordings = new Map<string, Promise<string>>();

  /** One at a time for each mail: two that both wait for an id would get two. */
  const record = (key: string, row: EmailAttempt): Promise<string> => {
    const recording = recordings.get(key) ?? recordAlone(key, row).finally(() => recordings.delete(key));
    recordings.set(key, recording);
    return recording;
  };

  const recordAlone = async (key: string, row: EmailAttempt): Promise<string> => {
    try {
      let id = idOf(key) ?? (await takeId(key, row));
      let recorded = await recorder.record({ ...row, id });
      while (recorded.isTaken) {
        id = await takeId(key, row);
        recorded = await recorder.record({ ...row, id });
      }
      isDatabaseAway = false;
      followWritten(key, { ...row, id }, recorded.certain);
      return id;
    } catch (error) {
      // One row that is refused says nothing of the next.
      isDatabaseAway = !isRefusal(error);
      throw error;
    }
  };

  /** The spool has the row until no crash of PostgreSQL undoes it. */
  const followWritten = (key: string, row: EmailAttempt, certain: Promise<void>): void => {
    spool.note(key, { row, state: 'written' });
    certain.then(
      () => spool.settle(key),
      () => keep(key, row),
    );
  };

  /** Noted before it is used: whoever comes after a crash knows the row by its id, and writes it once. */
  const takeId = async (key: string, row: EmailAttempt): Promise<string> => {
    const id = await ids.take();
    if (!spool.rows.has(key)) throw new Error('The row was left to another process.');
    spool.put(key, { row: { ...row, id }, state: 'waiting' });
    return id;
  };

  const recordKept = async (key: string): Promise<void> => {
    const kept = spool.rows.get(key);
    if (kept) await record(key, kept.row);
  };

  const retries = buildRetries({ spool, record: recordKept, isDatabaseAway: () => isDatabaseAway });

  const keep = (key: string, row: EmailAttempt): string | null => {
    if (!spool.rows.has(key)) return null;
    if (spool.rows.size > mostKept) {
      payload.logger.error({ row, msg: 'The mail spool is full: this row is not in the email log.' });
      spool.settle(key);
      return null;
    }
    const id = idOf(key);
    spool.put(key, { row: { ...row, id }, state: 'waiting' });
    retries.begin();
    if (isClosed) spool.close();
    return id;
  };

  const tellReason = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : 'it does not answer';
    payload.logger.warn(
      `The database does not take rows of the email log, they are kept until it does: ${reason}`,
    );
  };

  return {
    get underWay() {
      return underWay.size;
    },

    begin(row) {
      const key = randomUUID();
      underWay.add(key);
      spool.note(key, { row: { ...row, id: ids.atHand() }, state: 'underWay' });
      return key;
    },

    renew(key, row) {
      if (spool.rows.get(key)?.state === 'underWay')
        spool.put(key, { row: { ...row, id: idOf(key) }, state: 'underWay' });
    },

    async write(key, row) {
      underWay.delete(key);
      if (isDatabaseAway) return keep(key, row);
      const recording = record(key, row).then(
        (id) => ({ id }),
        (error: unknown) => ({ error }),
      );
      const outcome = await within(recording, patience, 'late' as const);
      if (outcome !== 'late' && 'id' in outcome) return outcome.id;
      if (outcome === 'late') isDatabaseAway = true;
      else if (isRefusal(outcome.error)) retries.putBack(key);
      tellReason(outcome === 'late' ? null : outcome.error);
      return keep(key, row);
    },

    drop(key) {
      underWay.delete(key);
      spool.settle(key);
    },

    takeOver(key, row) {
      spool.put(key, { row, state: 'waiting' });
      retries.begin();
    },

    writeKept: retries.now,

    async close() {
      isClosed = true;
      retries.close();
      await recorder.close();
      spool.close();
    },
  };
};

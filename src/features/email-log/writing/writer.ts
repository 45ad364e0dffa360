import type { Payload } from 'payload';
import { within } from '../../../core/shared/concurrency/within.ts';
import type { EmailAttempt } from '../row.ts';
import { buildWriteBatch, type RejectedRow } from './batch.ts';
import type { Spool } from './spool.ts';

/** Brings the rows that wait in the spool to the table, one statement after the other. */
interface Writer {
  /**
   * Takes a mail's row, and returns once the table has it, or within a second. Until then the spool has it. Never throws.
   *
   * @returns the row's id; null if it has none yet
   */
  write(key: string, row: EmailAttempt): Promise<string | null>;
  /** Tries all rows that wait, as long as the database takes any. Never throws. */
  writeAll(): Promise<void>;
  open(): void;
  /** Ends the retries, and waits a second for the statement that runs. */
  close(): Promise<void>;
}

/** Longest wait of a mail for its row, and of a stop for the running statement, in milliseconds. */
const patience = 800;

/** Rows of one statement. Rows that arrive while it runs go with the next one. */
const largestBatch = 100;

/** Rejected rows that get another chance at a time. They may be many, and must not hold up others. */
const rejectedAtOnce = 20;

/** The most rows that are kept for later. Any more are only written to the server's log. */
const mostKept = 100_000;

/** Between two tries, in milliseconds; each pause is twice the last. */
const shortestPause = 250;
const longestPause = 5_000;

export const buildWriter = (payload: Payload, slug: string, spool: Spool): Writer => {
  /** The rows that PostgreSQL rejected; last those that it rejected last. */
  const rejected = new Set<string>();
  /** The mails that wait for their row. */
  const mails = new Map<string, (id: string | null) => void>();
  let isAway = false;
  let isClosed = false;
  let pause = shortestPause;
  let retry: NodeJS.Timeout | undefined;
  let isStarting = false;
  let turn: Promise<void> | null = null;

  const idOf = (key: string): string | null => spool.rows.get(key)?.row.id ?? null;

  const endWait = (key: string): void => {
    mails.get(key)?.(idOf(key));
    mails.delete(key);
  };

  const writeBatch = buildWriteBatch({
    payload,
    slug,
    spool,
    written(key) {
      rejected.delete(key);
      endWait(key);
      spool.settle(key);
    },
  });

  const nextBatch = (): string[] => {
    const keys: string[] = [];
    for (const [key, { state }] of spool.rows) {
      if (keys.length === largestBatch) break;
      if (state === 'waiting' && !rejected.has(key)) keys.push(key);
    }
    return keys;
  };

  /** @throws if the database is unreachable */
  const writeRows = async (keys: readonly string[]): Promise<void> => {
    const found = await writeBatch(keys);
    isAway = false;
    found.forEach(reject);
  };

  /** @throws if the database is unreachable */
  const writeWaiting = async (): Promise<void> => {
    for (let keys = nextBatch(); keys.length > 0; keys = nextBatch()) await writeRows(keys);
  };

  /**
   * Continues as long as the database accepts any row.
   *
   * @throws if the database is unreachable
   */
  const retryRejected = async (): Promise<void> => {
    for (let before = Number.POSITIVE_INFINITY; rejected.size > 0 && rejected.size < before; ) {
      before = rejected.size;
      await writeRows([...rejected].slice(0, rejectedAtOnce));
      if (rejected.size < before) pause = shortestPause;
      await writeWaiting();
    }
  };

  const reject = ({ key, error }: RejectedRow): void => {
    if (!rejected.delete(key)) tell(error);
    rejected.add(key);
    endWait(key);
  };

  const fail = (error: unknown): void => {
    if (!isAway) tell(error);
    isAway = true;
    for (const key of [...mails.keys()]) endWait(key);
  };

  const tell = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    payload.logger.warn(
      `The database does not take rows of the email log, they are kept until it does: ${reason}`,
    );
  };

  const takeTurn = async (isRetry: boolean): Promise<void> => {
    const wasAway = isAway;
    try {
      await writeWaiting();
      if (wasAway) pause = shortestPause;
      if (isRetry) await retryRejected();
    } catch (error) {
      fail(error);
    }
    if (isClosed) spool.close();
    else if (isAway || rejected.size > 0) retryLater();
  };

  const writeNow = (isRetry: boolean): Promise<void> => {
    turn ??= takeTurn(isRetry).finally(() => {
      turn = null;
    });
    return turn;
  };

  const writeAll = (): Promise<void> => {
    clearTimeout(retry);
    retry = undefined;
    return writeNow(true);
  };

  const retryLater = (): void => {
    if (retry) return;
    retry = setTimeout(writeAll, pause).unref();
    pause = Math.min(pause * 2, longestPause);
  };

  /** Writes after this turn of the event loop, so that the mails of one moment share a statement. */
  const writeSoon = (): void => {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      void writeNow(false);
    });
  };

  return {
    async write(key, row) {
      if (spool.rows.size > mostKept) {
        payload.logger.error({ row, msg: 'The mail spool is full: this row is not in the email log.' });
        spool.settle(key);
        return null;
      }
      spool.note(key, { row: { ...row, id: idOf(key) }, state: 'waiting' });
      if (isAway && !isClosed) {
        spool.write();
        return idOf(key);
      }
      writeSoon();
      const written = new Promise<string | null>((resolve) => mails.set(key, resolve));
      const id = await within(written, patience, 'late' as const);
      if (id !== 'late') return id;
      fail('it does not answer');
      return idOf(key);
    },
    writeAll,
    open() {
      isClosed = false;
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      retry = undefined;
      if (turn) await within(turn, patience, undefined);
    },
  };
};

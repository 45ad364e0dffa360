import type { Payload } from 'payload';
import { within } from '../../../core/shared/concurrency/within.ts';
import type { EmailAttempt } from '../row.ts';
import { buildRowBatches } from './rowBatches.ts';
import type { Spool } from './spool.ts';

/** Brings the rows that wait in the spool to the table, one statement after the other. */
export interface Writer {
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

/** The most rows that are kept for later. Any more are only written to the server's log. */
const mostKept = 100_000;

export const buildWriter = (payload: Payload, slug: string, spool: Spool): Writer => {
  let isAway = false;
  let isClosed = false;
  let isStarting = false;
  let turn: Promise<void> | null = null;

  const idOf = (key: string): string | null => spool.rows.get(key)?.row.id ?? null;
  const waits = buildWaits(idOf);
  const retries = buildRetries(() => writeAll());
  const batches = buildRowBatches({
    ...{ payload, slug, spool },
    settled: waits.end,
    onRejected: (error) => tell(payload, error),
    onReached() {
      isAway = false;
    },
    onAccepted: retries.reset,
  });

  const fail = (error: unknown): void => {
    if (!isAway) tell(payload, error);
    isAway = true;
    waits.endAll();
  };

  const takeTurn = async (isRetry: boolean): Promise<void> => {
    const wasAway = isAway;
    try {
      await batches.writeWaiting();
      if (wasAway) retries.reset();
      if (isRetry) await batches.retryRejected();
    } catch (error) {
      fail(error);
    }
    if (isClosed) spool.close();
    else if (isAway || batches.hasRejected()) retries.later();
  };

  const writeNow = (isRetry: boolean): Promise<void> => {
    turn ??= takeTurn(isRetry).finally(() => {
      turn = null;
    });
    return turn;
  };

  const writeAll = (): Promise<void> => {
    retries.cancel();
    return writeNow(true);
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
      const id = await within(waits.begin(key), patience, 'late' as const);
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
      retries.cancel();
      if (turn) await within(turn, patience, undefined);
    },
  };
};

const tell = (payload: Payload, error: unknown): void => {
  const reason = error instanceof Error ? error.message : String(error);
  payload.logger.warn(
    `The database does not take rows of the email log, they are kept until it does: ${reason}`,
  );
};

/** Between two tries, in milliseconds; each pause is twice the last. */
const shortestPause = 250;
const longestPause = 5_000;

/** A work that is tried again after pauses that grow. */
interface Retries {
  /** Does it after the pause, unless a try is due already. */
  later(): void;
  /** No try is due any more. */
  cancel(): void;
  /** The next pause is the shortest again. */
  reset(): void;
}

const buildRetries = (work: () => Promise<void>): Retries => {
  let pause = shortestPause;
  let timer: NodeJS.Timeout | undefined;
  return {
    later() {
      if (timer) return;
      timer = setTimeout(work, pause).unref();
      pause = Math.min(pause * 2, longestPause);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
    reset() {
      pause = shortestPause;
    },
  };
};

/** The mails that wait for their row. */
interface Waits {
  /** @returns the row's id once its wait ends; null if it has none by then */
  begin(key: string): Promise<string | null>;
  end(key: string): void;
  endAll(): void;
}

const buildWaits = (idOf: (key: string) => string | null): Waits => {
  const mails = new Map<string, (id: string | null) => void>();
  const end = (key: string): void => {
    mails.get(key)?.(idOf(key));
    mails.delete(key);
  };
  return {
    begin: (key) => new Promise((resolve) => mails.set(key, resolve)),
    end,
    endAll() {
      for (const key of [...mails.keys()]) end(key);
    },
  };
};

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Payload } from 'payload';
import type { AddedColumn } from './addedColumns.ts';
import { openLogConnection } from './connection.ts';
import type { IdentifiedRow } from './insertRows.ts';
import { isRefusal } from './refusal.ts';

/** Rows of one statement; what arrives meanwhile goes with the next. */
const largestBatch = 100;

/** How long rows wait for those of other mails at most, in milliseconds. */
const longestGathering = 3;

/** A turn of the event loop in which nothing happened is shorter. In milliseconds. */
const emptyTurn = 0.05;

export interface Recorded {
  /** Whether another mail's row has that id, which happens where a database was set back to an older state. */
  readonly isTaken: boolean;
  /** Resolves once no crash of PostgreSQL undoes it; rejects where one may have. */
  readonly certain: Promise<void>;
}

interface Waiting {
  readonly row: IdentifiedRow;
  recorded(as: Recorded): void;
  failed(error: unknown): void;
}

export interface Recorder {
  /**
   * Writes a row; resolves once everybody sees it. Mails of the same moment share one statement. A row that is there
   * already is left as it is.
   */
  record(row: IdentifiedRow): Promise<Recorded>;
  /** Makes certain of all that is written. Never throws. */
  close(): Promise<void>;
}

interface RecorderParts {
  payload: Payload;
  table(): string;
  /** The columns of the app's own. */
  added(): readonly AddedColumn[];
  /** How many mails are with their transports: their rows will come. */
  expected(): number;
}

export const buildRecorder = ({ payload, table, added, expected }: RecorderParts): Recorder => {
  const connection = openLogConnection(payload);
  const waiting: Waiting[] = [];
  let isWriting = false;

  const flush = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      await gather();
      await writeBatch(waiting.splice(0, largestBatch));
    }
    isWriting = false;
  };

  /**
   * A statement for several rows costs far less than one for each. So rows wait for those of the mails that are still
   * with their transports, where these are more, but only while the process is busy anyway: not a moment is lost.
   */
  const gather = async (): Promise<void> => {
    const begun = performance.now();
    for (let turn = begun; waiting.length < expected() && turn < begun + longestGathering; ) {
      const before = turn;
      await nextTurn();
      turn = performance.now();
      if (turn < before + emptyTurn) return;
    }
  };

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      await insert(batch, added());
    } catch (error) {
      await notWritten(batch, error);
    }
  };

  /** @throws where the database does not take the rows; then none is written */
  const insert = async (batch: readonly Waiting[], columns: readonly AddedColumn[]): Promise<void> => {
    const rows = batch.map(rowOf);
    const { taken, certain } = await connection.insert({ table: table(), rows, added: columns });
    for (const { row, recorded } of batch) recorded({ isTaken: taken.has(row), certain });
  };

  const notWritten = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    if (batch.length > 1 && isRefusal(error)) return writeHalves(batch);
    if (isRefusal(error) && added().length > 0) return writeWithoutAdded(batch, error);
    for (const { failed } of batch) failed(error);
  };

  /** What a hook put into a field of the app's own does not cost the log its row. */
  const writeWithoutAdded = async (batch: readonly Waiting[], cause: unknown): Promise<void> => {
    try {
      await insert(batch, []);
      payload.logger.error({
        err: cause,
        msg: 'The fields that were added to the email log do not take what a hook gave them; a row is written without.',
      });
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  };

  /** Finds the rows at fault in few steps, and writes all others. */
  const writeHalves = async (batch: readonly Waiting[]): Promise<void> => {
    const middle = Math.ceil(batch.length / 2);
    await writeBatch(batch.slice(0, middle));
    await writeBatch(batch.slice(middle));
  };

  return {
    record: (row) =>
      new Promise((recorded, failed) => {
        waiting.push({ row, recorded, failed });
        setImmediate(flush);
      }),
    close: connection.close,
  };
};

const rowOf = ({ row }: Waiting): IdentifiedRow => row;

import type { Payload } from 'payload';
import type { AddedColumn } from './addedColumns.ts';
import { type IdentifiedRow, insertRows } from './insertRows.ts';
import { isRefusal } from './refusal.ts';

/** Rows of one statement; what arrives meanwhile goes with the next. */
const largestBatch = 100;

/** Statements under way at once, which is what the portal's pool has connections for. */
const mostBatches = 2;

/**
 * Rows that wait for the statement under way, so that they share the next one's commit, which costs more than they
 * do. More than this go beside it.
 */
const mostBehind = 32;

/** How long they wait for it, in milliseconds: it may be held up by a row of its own. */
const longestBehind = 20;

/** `taken`: another mail's row has that id, which happens where a database was set back to an older state. */
export type Recorded = 'written' | 'taken';

interface Waiting {
  readonly row: IdentifiedRow;
  recorded(as: Recorded): void;
  failed(error: unknown): void;
}

export interface Recorder {
  /**
   * Writes a row; resolves once it is committed. Mails of the same moment share one statement. A row that is there
   * already is left as it is.
   */
  record(row: IdentifiedRow): Promise<Recorded>;
}

/** @param added the columns of the app's own */
export const buildRecorder = (
  payload: Payload,
  table: () => string,
  added: () => readonly AddedColumn[] = () => [],
): Recorder => {
  const waiting: Waiting[] = [];
  let underWay = 0;

  let overdue: NodeJS.Timeout | undefined;

  const flush = (): void => {
    if (underWay === mostBatches || waiting.length === 0) return;
    if (underWay === 0 || waiting.length > mostBehind) void takeBatch();
    else overdue ??= setTimeout(takeBatch, longestBehind);
  };

  const takeBatch = async (): Promise<void> => {
    clearTimeout(overdue);
    overdue = undefined;
    underWay += 1;
    await writeBatch(waiting.splice(0, largestBatch));
    underWay -= 1;
    flush();
  };

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const taken = await insertRows(payload, table(), batch.map(rowOf), added());
      for (const { row, recorded } of batch) recorded(taken.has(row) ? 'taken' : 'written');
    } catch (error) {
      await notWritten(batch, error);
    }
  };

  const notWritten = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    if (batch.length > 1 && isRefusal(error)) return writeHalves(batch);
    if (isRefusal(error) && added().length > 0) return writeWithoutAdded(batch, error);
    for (const { failed } of batch) failed(error);
  };

  /** What a hook put into a field of the app's own does not cost the log its row. */
  const writeWithoutAdded = async (batch: readonly Waiting[], cause: unknown): Promise<void> => {
    try {
      const taken = await insertRows(payload, table(), batch.map(rowOf));
      payload.logger.error({
        err: cause,
        msg: 'The fields that were added to the email log do not take what a hook gave them; a row is written without.',
      });
      for (const { row, recorded } of batch) recorded(taken.has(row) ? 'taken' : 'written');
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
        if (underWay === 0) queueMicrotask(flush);
        else flush();
      }),
  };
};

const rowOf = ({ row }: Waiting): IdentifiedRow => row;

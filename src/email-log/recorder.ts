import type { Payload } from 'payload';
import { portalPool } from '../database/pool.ts';
import type { EmailAttempt } from '../mail/attempt.ts';

/** A row whose id is known before it is written. */
export type IdentifiedRow = EmailAttempt & { id: string };

/** The columns of the log that a mail attempt fills, in the order of their parameters. */
const columns = [
  'id',
  'to',
  'subject',
  'type',
  'related_type',
  'related_id',
  'transport',
  'status',
  'error',
  'created_at',
  'user_id',
  'message_id',
  'fallback',
] as const satisfies readonly (keyof EmailAttempt)[];

const columnList = columns.map((column) => `"${column}"`).join(', ');

/** Rows of one statement; what arrives meanwhile goes with the next. */
const largestBatch = 100;

/** Statements under way at once, which is what the portal's pool has connections for. */
const mostBatches = 2;

interface Waiting {
  row: IdentifiedRow;
  written(): void;
  failed(error: unknown): void;
}

export interface Recorder {
  /**
   * Writes a row; resolves once it is committed. Mails of the same moment share one statement. A row whose id is
   * there already is left as it is.
   */
  record(row: IdentifiedRow): Promise<void>;
}

export const buildRecorder = (payload: Payload, table: () => string): Recorder => {
  const waiting: Waiting[] = [];
  let underWay = 0;

  const flush = async (): Promise<void> => {
    if (underWay === mostBatches || waiting.length === 0) return;
    underWay += 1;
    await writeBatch(waiting.splice(0, largestBatch));
    underWay -= 1;
    void flush();
  };

  const writeBatch = async (batch: Waiting[]): Promise<void> => {
    try {
      await insert(batch.map(({ row }) => row));
      for (const { written } of batch) written();
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) await writeOneByOne(batch);
      else for (const { failed } of batch) failed(error);
    }
  };

  const writeOneByOne = async (batch: Waiting[]): Promise<void> => {
    for (const one of batch) await writeBatch([one]);
  };

  const insert = (rows: IdentifiedRow[]) =>
    portalPool(payload).query(
      `insert into ${table()} (${columnList}) values ${placeholders(rows.length)} on conflict (id) do nothing`,
      rows.flatMap(parametersOf),
    );

  return {
    record: (row) =>
      new Promise((written, failed) => {
        waiting.push({ row, written, failed });
        if (underWay === 0) queueMicrotask(flush);
        else void flush();
      }),
  };
};

const placeholders = (rowCount: number): string =>
  Array.from({ length: rowCount }, (_, row) => {
    const parameters = columns.map((_, column) => `$${row * columns.length + column + 1}`);
    return `(${parameters.join(',')})`;
  }).join(',');

const parametersOf = (row: IdentifiedRow): unknown[] =>
  columns.map((column) =>
    column === 'fallback' && row.fallback ? JSON.stringify(row.fallback) : row[column],
  );

/** Whether PostgreSQL answered, and refused: then one row may be at fault, and the others of its batch are fine. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR';

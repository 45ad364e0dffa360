import type { Payload } from 'payload';
import { portalPool } from '../database/pool.ts';
import type { EmailAttempt } from '../mail/attempt.ts';

/** The columns of the log that a mail attempt fills, in the order of their parameters. */
const columns = [
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
  row: EmailAttempt;
  written(id: string): void;
  failed(error: unknown): void;
}

export interface Recorder {
  /** Writes a row and returns its id once it is committed. Mails of the same moment share one statement. */
  record(row: EmailAttempt): Promise<string>;
}

export const buildRecorder = (payload: Payload, table: () => string): Recorder => {
  const waiting: Waiting[] = [];
  let underWay = 0;

  const flush = async (): Promise<void> => {
    if (underWay === mostBatches || waiting.length === 0) return;
    underWay += 1;
    const batch = waiting.splice(0, largestBatch);
    try {
      await writeBatch(batch);
    } finally {
      underWay -= 1;
      void flush();
    }
  };

  const writeBatch = async (batch: Waiting[]): Promise<void> => {
    try {
      const ids = await insert(batch.map(({ row }) => row));
      for (const [index, { written }] of batch.entries()) written(String(ids[index]));
    } catch (error) {
      if (batch.length > 1 && isRefusedRow(error)) await Promise.all(batch.map((one) => writeBatch([one])));
      else for (const { failed } of batch) failed(error);
    }
  };

  const insert = async (rows: EmailAttempt[]): Promise<unknown[]> => {
    const { rows: inserted } = await portalPool(payload).query<{ id: unknown }>(
      `insert into ${table()} (${columnList}) values ${placeholders(rows.length)} returning id`,
      rows.flatMap(parametersOf),
    );
    return inserted.map(({ id }) => id);
  };

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

const parametersOf = (row: EmailAttempt): unknown[] =>
  columns.map((column) =>
    column === 'fallback' && row.fallback ? JSON.stringify(row.fallback) : row[column],
  );

/** Classes 22 (data exception) and 23 (constraint violation): one row's fault, the others of its batch are fine. */
const isRefusedRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);

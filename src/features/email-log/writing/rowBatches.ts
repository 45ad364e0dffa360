import type { Payload } from 'payload';
import { portalPool } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { IdentifiedRow } from '../row.ts';
import { type AddedColumn, addedColumns, insertRows, isRejection } from './insertRows.ts';
import type { Spool } from './spool.ts';

/** Rows of one statement. Rows that arrive while it runs go with the next one. */
const largestBatch = 100;

/** Rejected rows that get another chance at a time. They may be many, and must not hold up others. */
const rejectedAtOnce = 20;

/** The rows of the spool, as batches for the database. Each function throws if the database is unreachable. */
interface RowBatches {
  hasRejected(): boolean;
  /** Writes the rows that the database has not rejected. */
  writeWaiting(): Promise<void>;
  /** Tries the rejected ones again, as long as the database accepts any row. */
  retryRejected(): Promise<void>;
}

interface RowBatchesParts {
  readonly payload: Payload;
  readonly slug: string;
  readonly spool: Spool;
  /** The mail of a row need not wait any longer: the database has it, or has rejected it. */
  settled(key: string): void;
  /** Called with the reason when a row is rejected for the first time. */
  onRejected(error: unknown): void;
  /** The database has responded. */
  onReached(): void;
  /** The database has accepted a row that it had rejected. */
  onAccepted(): void;
}

export const buildRowBatches = (parts: RowBatchesParts): RowBatches => {
  const { payload, slug, spool, settled } = parts;
  /** The rows that PostgreSQL rejected; last those that it rejected last. */
  const rejected = new Set<string>();

  const writeBatch = buildWriteBatch({
    payload,
    slug,
    spool,
    written(key) {
      rejected.delete(key);
      settled(key);
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

  const writeRows = async (keys: readonly string[]): Promise<void> => {
    const found = await writeBatch(keys);
    parts.onReached();
    found.forEach(reject);
  };

  const writeWaiting = async (): Promise<void> => {
    for (let keys = nextBatch(); keys.length > 0; keys = nextBatch()) await writeRows(keys);
  };

  const reject = ({ key, error }: RejectedRow): void => {
    if (!rejected.delete(key)) parts.onRejected(error);
    rejected.add(key);
    settled(key);
  };

  return {
    hasRejected: () => rejected.size > 0,
    writeWaiting,
    async retryRejected() {
      for (let before = Number.POSITIVE_INFINITY; rejected.size > 0 && rejected.size < before; ) {
        before = rejected.size;
        await writeRows([...rejected].slice(0, rejectedAtOnce));
        if (rejected.size < before) parts.onAccepted();
        await writeWaiting();
      }
    },
  };
};

/** A row that PostgreSQL rejected. */
interface RejectedRow {
  readonly key: string;
  readonly error: unknown;
}

interface BatchParts {
  payload: Payload;
  slug: string;
  spool: Spool;
  /** The table has the row, or the row was left to another process. */
  written(key: string): void;
}

/** A statement for the id of each mail would cost as much as its row. */
const idsInReserve = 50;

/**
 * Writes rows of the spool to the table.
 *
 * @returns the rejected rows; all others are written
 * @throws if the database is unreachable
 */
type WriteBatch = (keys: readonly string[]) => Promise<readonly RejectedRow[]>;

const buildWriteBatch = ({ payload, slug, spool, written }: BatchParts): WriteBatch => {
  let added: readonly AddedColumn[] | undefined;
  /** Ids for the rows to come, the largest first. */
  let ids: string[] = [];

  const idOf = (key: string): string | null => spool.rows.get(key)?.row.id ?? null;

  const setId = (key: string, id: string | null): void => {
    const spooled = spool.rows.get(key);
    if (spooled) spool.note(key, { ...spooled, row: { ...spooled.row, id } });
  };

  /** A rejected statement is halved until the rows at fault are found. */
  const writeBatch: WriteBatch = async (keys) => {
    try {
      added ??= addedColumns(payload, slug);
      await insert(keys, added);
      return [];
    } catch (error) {
      if (!isRejection(error)) throw error;
      const [only] = keys;
      if (only !== undefined && keys.length === 1) return writeWithoutAdded(only, error);
      const middle = Math.ceil(keys.length / 2);
      return [...(await writeBatch(keys.slice(0, middle))), ...(await writeBatch(keys.slice(middle)))];
    }
  };

  /** A value that a hook put into a field of the app's own does not cost the log the row. */
  const writeWithoutAdded = async (key: string, cause: unknown): Promise<readonly RejectedRow[]> => {
    if (!added?.length) return [{ key, error: cause }];
    try {
      await insert([key], []);
    } catch (error) {
      if (!isRejection(error)) throw error;
      return [{ key, error }];
    }
    payload.logger.error({
      err: cause,
      msg: 'The fields that were added to the email log do not take what a hook gave them; a row is written without.',
    });
    return [];
  };

  /** @throws if the database does not take the rows; none is written then */
  const insert = async (keys: readonly string[], columns: readonly AddedColumn[]): Promise<void> => {
    const table = tableOf(payload, slug);
    const isNew = await giveIds(keys, table);
    const rows = keys.flatMap(identified);
    const inserted = rows.length > 0 ? await insertRows(payload, { table, rows, added: columns }) : new Set();
    for (const key of keys) {
      const id = idOf(key);
      // Another mail's row has the new id: the sequence was set back. The row gets another one with the next batch.
      if (id !== null && isNew.has(key) && !inserted.has(id)) setId(key, null);
      else written(key);
    }
  };

  /**
   * Each row has its id before it is written, in the spool as well. So a row that is written twice, as after a crash, is in
   * the table once.
   *
   * @returns the rows that had no id
   */
  const giveIds = async (keys: readonly string[], table: string): Promise<ReadonlySet<string>> => {
    const without = new Set(keys.filter((key) => idOf(key) === null));
    if (without.size === 0) return without;
    if (ids.length < without.size) ids = await takeIds(payload, table, without.size + idsInReserve);
    for (const key of without) setId(key, ids.pop() ?? null);
    spool.write();
    return without;
  };

  /** A closed spool has left its rows to another process. */
  const identified = (key: string): IdentifiedRow[] => {
    const row = spool.rows.get(key)?.row;
    return row && row.id !== null ? [{ ...row, id: row.id }] : [];
  };

  return writeBatch;
};

/**
 * Takes ids from the table's sequence, the largest first.
 *
 * @throws if the database does not respond
 */
const takeIds = async (payload: Payload, table: string, count: number): Promise<string[]> => {
  const { rows } = await portalPool(payload).query<{ id: string | null }>(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, ${count}) order by 1 desc`,
    [table],
  );
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length < count) throw new Error(`The ids of ${table} have no sequence.`);
  return ids;
};

import type { Payload } from 'payload';
import { buildWriteBatch, type RejectedRow } from './batch.ts';
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

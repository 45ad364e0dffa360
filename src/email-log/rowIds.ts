import { randomUUID } from 'node:crypto';
import type { Payload } from 'payload';
import { portalPool, postgresOf } from '../database/pool.ts';

/** Ids for rows that are not written yet, so that a row written twice is written once. */
export interface RowIds {
  /** An id at hand, without asking the database; null where there is none. */
  atHand(): string | null;
  /** @throws where the database does not answer */
  take(): Promise<string>;
}

/**
 * How many numbers of the table's sequence are fetched at once: few at first, for a process that sends a mail and
 * ends wastes the rest, then twice as many each time.
 */
const blocks = { first: 8, largest: 128 } as const;

/** Made before the database adapter is there, so it asks for the type of ids when the first is wanted. */
export const buildRowIds = (payload: Payload, table: () => string): RowIds => {
  const serials = serialIds(payload, table);
  const ids = () => (postgresOf(payload).idType === 'serial' ? serials : uuids);
  return { atHand: () => ids().atHand(), take: () => ids().take() };
};

const uuids: RowIds = { atHand: () => randomUUID(), take: async () => randomUUID() };

const serialIds = (payload: Payload, table: () => string): RowIds => {
  const ids: string[] = [];
  let block: number = blocks.first;
  let fetching: Promise<void> | null = null;

  const fetchBlock = async (): Promise<void> => {
    const { rows } = await portalPool(payload).query<{ id: string | null }>(
      `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, ${block})`,
      [table()],
    );
    const fetched = rows.flatMap(({ id }) => id ?? []);
    if (fetched.length === 0) throw new Error(`The ids of ${table()} have no sequence.`);
    ids.push(...fetched);
    block = Math.min(block * 2, blocks.largest);
  };

  const fetchOnce = (): Promise<void> => {
    fetching ??= fetchBlock().finally(() => {
      fetching = null;
    });
    return fetching;
  };

  const atHand = (): string | null => {
    // Before the last is gone, so that there is one at hand while the next are on their way.
    if (ids.length <= block / 4) fetchOnce().catch(() => {});
    return ids.shift() ?? null;
  };

  const take = async (): Promise<string> => {
    for (;;) {
      const id = atHand();
      if (id !== null) return id;
      await fetchOnce();
    }
  };

  return { atHand, take };
};

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

/** How many numbers of the table's sequence are fetched at once, and how many left call for the next. */
const block = 100;
const low = 25;

/** Made before the database adapter is there, so it asks for the type of ids when the first is wanted. */
export const buildRowIds = (payload: Payload, table: () => string): RowIds => {
  const serials = serialIds(payload, table);
  const ids = () => (postgresOf(payload).idType === 'serial' ? serials : uuids);
  return { atHand: () => ids().atHand(), take: () => ids().take() };
};

const uuids: RowIds = { atHand: () => randomUUID(), take: async () => randomUUID() };

const serialIds = (payload: Payload, table: () => string): RowIds => {
  const ids: string[] = [];
  let fetching: Promise<void> | null = null;

  const fetchBlock = (): Promise<void> => {
    fetching ??= portalPool(payload)
      .query<{ id: string }>(
        `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, ${block})`,
        [table()],
      )
      .then(({ rows }) => {
        ids.push(...rows.map(({ id }) => id));
      })
      .finally(() => {
        fetching = null;
      });
    return fetching;
  };

  const atHand = (): string | null => {
    if (ids.length <= low) fetchBlock().catch(() => {});
    return ids.shift() ?? null;
  };

  const take = async (): Promise<string> => {
    for (;;) {
      const id = atHand();
      if (id !== null) return id;
      await fetchBlock();
    }
  };

  return { atHand, take };
};

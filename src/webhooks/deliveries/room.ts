import type { Payload } from 'payload';
import { giveUpAfter } from '../../database/giveUp.ts';
import { portalPool } from '../../database/pool.ts';
import type { WebhookTables } from '../tables.ts';

/** How much of a page new rows fill, in per cent. */
const fill = 35;

/** In milliseconds, for the server. */
const longest = 4_000;

/**
 * Has PostgreSQL leave room beside each new delivery: what becomes of it takes more than itself, and where it finds no
 * place on the same page, it is entered into every index anew. Pages are full in the end all the same; deliveries cost
 * the database half.
 * What somebody else has set stays.
 *
 * @throws where another's lock on the table is not given up in time, or the table belongs to another role
 */
export const leaveRoom = async (payload: Payload, { deliveries }: WebhookTables): Promise<void> => {
  const { rows } = await portalPool(payload).query<{ is_set: boolean }>(
    `select coalesce(reloptions::text like '%fillfactor=%', false) as is_set from pg_class where oid = $1::regclass`,
    [deliveries],
  );
  if (rows[0]?.is_set) return;
  await portalPool(payload).query(
    `${giveUpAfter(longest)}; alter table ${deliveries} set (fillfactor = ${fill})`,
  );
};

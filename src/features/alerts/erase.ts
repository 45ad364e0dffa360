import { postgresOf } from '../../core/database/pool.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';

/** Takes an address out of the alerts and of those that wait to be sent. */
export const eraseInAlerts = async ({
  payload,
  inText,
  inJson,
  placeholder,
}: AddressErasure): Promise<void> => {
  const { pool } = postgresOf(payload);
  await pool.query(
    `update support_portal.jobs set data = regexp_replace(data::text, $1, $2, 'gi')::jsonb
     where queue = 'alerts' and data::text ~* $1`,
    [inJson, placeholder],
  );
  await pool.query(
    `update support_portal.alerts set detail = regexp_replace(detail, $1, $2, 'gi') where detail ~* $1`,
    [inText, placeholder],
  );
};

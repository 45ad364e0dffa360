import { postgresOf } from '../../core/database/pool.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';

/** Takes an address out of the events that came before the row of their mail. */
export const eraseWaitingEvents = async ({
  payload,
  notations,
  inJson,
  placeholder,
}: AddressErasure): Promise<void> => {
  const { pool } = postgresOf(payload);
  await pool.query(
    `update support_portal.jobs set data = jsonb_set(data, '{events}', (
       select coalesce(jsonb_agg(event), '[]') from jsonb_array_elements(data->'events') event
       where lower(event->>'recipient') <> all($1)))
     where queue = 'mail-events' and data::text ~* $2`,
    [notations, inJson],
  );
  await pool.query(
    `update support_portal.jobs set data = regexp_replace(data::text, $1, $2, 'gi')::jsonb
     where queue = 'mail-events' and data::text ~* $1`,
    [inJson, placeholder],
  );
};

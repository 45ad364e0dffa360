import type { Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';

/** The time at which the daily tasks run, in UTC. */
export const dailyTime = '03:15';

const key = 'background.last_worked_at';

/** Writes down that background work is done now, by the database's clock. */
export const recordWork = async (payload: Payload): Promise<void> => {
  await postgresOf(payload).pool.query(
    `insert into support_portal.meta (key, value)
     values ($1, to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     on conflict (key) do update set value = excluded.value`,
    [key],
  );
};

/** Milliseconds since background work was last done; null if none ever was. */
export const sinceLastWork = async (payload: Payload): Promise<number | null> => {
  const { rows } = await postgresOf(payload).pool.query<{ milliseconds: string }>(
    `select extract(epoch from now() - value::timestamptz) * 1000 as milliseconds
     from support_portal.meta where key = $1`,
    [key],
  );
  return rows[0] ? Number(rows[0].milliseconds) : null;
};

import type { Payload } from 'payload';
import { portalPool } from '../../database/pool.ts';
import { type Increment, type SharedCount, windowMilliseconds } from './rateLimiter.ts';

/** Adds to the counts in the database, in one statement; in order, so that two processes never wait in a circle. */
export const shareCounts = async (
  payload: Payload,
  increments: readonly Increment[],
): Promise<SharedCount[]> => {
  const sorted = [...increments].sort((one, other) => (one.subject < other.subject ? -1 : 1));
  const { rows } = await portalPool(payload).query<{ subject: string; count: number; ends_in: number }>(sql, [
    sorted.map(({ subject }) => subject),
    sorted.map(({ count }) => count),
  ]);
  return rows.map(({ subject, count, ends_in }) => ({ subject, count, endsIn: ends_in }));
};

const sql = `
  with expired as (delete from support_portal.rate_limits
    where ends_at < now() - interval '10 minutes' and subject <> all($1::text[]))
  insert into support_portal.rate_limits as known (subject, count, ends_at)
  select subject, count, now() + interval '${windowMilliseconds} milliseconds'
  from unnest($1::text[], $2::int[]) as counted (subject, count)
  on conflict (subject) do update set
    count = case when known.ends_at <= now() then excluded.count else known.count + excluded.count end,
    ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
  returning subject, count, (extract(epoch from ends_at - now()) * 1000)::int as ends_in`;

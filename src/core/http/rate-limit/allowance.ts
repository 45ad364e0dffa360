import { createHash } from 'node:crypto';
import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../database/pool.ts';
import { preparePortalSchema } from '../../database/prepareSchema.ts';
import { runStatement } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { rateLimited } from '../../shared/errors/errors.ts';

/**
 * True for a row of a table of counts, as `known`, whose window is over. One that ends later than a window which begins now
 * began before the clock was set back, and would stay closed for as long as that; a minute is for transactions that began
 * before it, and count by the moment of their beginning.
 *
 * @param end the end of a window that begins now
 */
const isOver = (end: string): string =>
  `(known.ends_at <= now() or known.ends_at > ${end} + interval '1 minute')`;

/**
 * The end of an insert into a table of counts, as `known`: it adds to the count of a subject's window, or begins another
 * one if the last is over.
 */
export const countInWindow = `on conflict (subject) do update set
    count = case when ${isOver('excluded.ends_at')} then excluded.count else known.count + excluded.count end,
    ends_at = case when ${isOver('excluded.ends_at')} then excluded.ends_at else known.ends_at end`;

/** A count that is limited for a time that begins with its first one. */
export interface Limit {
  readonly subject: string;
  readonly most: number;
  readonly seconds: number;
}

/**
 * Counts for all limits, over all processes, or for none of them.
 *
 * @throws {ApiError} `rate_limited`
 */
export const takeAllowance = async (req: PayloadRequest, limits: readonly Limit[]): Promise<void> => {
  if (limits.length === 0) return;
  await preparePortalSchema(req.payload);
  await inTransaction(req, async () => {
    // In order, so that two processes never wait in a circle. They are stored as hashes, so that the table names no one.
    const sorted = limits
      .map((limit) => ({ ...limit, subject: hashOf(limit.subject) }))
      .sort((one, other) => (one.subject < other.subject ? -1 : 1));
    const { rows } = await runStatement<{ wait: number }>(req, takeSql, [JSON.stringify(sorted)]);
    const wait = Math.max(0, ...rows.map((row) => row.wait));
    if (wait > 0) throw rateLimited(wait);
  });
};

const hashOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

/** The seconds to wait for each limit that is exceeded. */
const takeSql = `
  with wanted as (select * from json_to_recordset($1::json) as w(subject text, most int, seconds int)),
  counted as (
    insert into support_portal.sign_in_limits as known (subject, count, ends_at)
    select subject, 1, now() + seconds * interval '1 second' from wanted order by subject
    ${countInWindow}
    returning subject, count, ends_at)
  select greatest(1, ceil(extract(epoch from ends_at - now())))::int as wait
  from counted join wanted using (subject) where count > most`;

/** Takes a count back, of a request that was not what the limits are for. */
export const giveAllowanceBack = async (req: PayloadRequest, limits: readonly Limit[]): Promise<void> => {
  await runStatement(
    req,
    'update support_portal.sign_in_limits set count = count - 1 where subject = any($1) and count > 0',
    [limits.map(({ subject }) => hashOf(subject))],
  );
};

/** Forgets counts that are over. */
export const pruneAllowances = async (payload: Payload): Promise<void> => {
  await portalPool(payload).query('delete from support_portal.sign_in_limits where ends_at < now()');
};

/** Mails of a kind that may be requested in an hour, over all instances. */
export const mostPerHour = 5;

/**
 * Takes one of the mails of a kind that someone may ask for: one a minute, five an hour. Refused requests use up none, so a
 * stranger who repeats them does not keep the owner from their own for an hour.
 *
 * @param names the person or the addresses that ask; only their hashes are stored
 * @returns false if one of them has none left
 */
export const takeAskedMail = async (
  payload: Payload,
  kind: string,
  names: readonly string[],
): Promise<boolean> => {
  await preparePortalSchema(payload);
  // The table holds hashes, because it must not show the address of someone without an account.
  const subjects = [...new Set(names.map((name) => hashOf(name.trim().toLowerCase())))];
  const { rows } = await portalPool(payload).query(sql, [
    subjects.map((subject) => `${kind}-minute:${subject}`),
    subjects.map((subject) => `${kind}-hour:${subject}`),
  ]);
  return rows.length === subjects.length;
};

/** In order, so that two processes never wait in a circle. */
const sql = `
  with wanted as (select * from unnest($1::text[], $2::text[]) as w(minute, hour)),
  minutes as (
    insert into support_portal.rate_limits as known (subject, count, ends_at)
    select minute, 1, now() + interval '1 minute' from wanted where not exists (
      select from support_portal.rate_limits as known, wanted
      where subject = minute and not ${isOver("now() + interval '1 minute'")}
        or subject = hour and count >= ${mostPerHour} and not ${isOver("now() + interval '1 hour'")})
    order by minute
    on conflict (subject) do update set ends_at = excluded.ends_at where ${isOver('excluded.ends_at')}
    returning subject)
  insert into support_portal.rate_limits as known (subject, count, ends_at)
  select hour, 1, now() + interval '1 hour' from wanted where minute in (select subject from minutes) order by hour
  ${countInWindow}
  where ${isOver('excluded.ends_at')} or known.count < ${mostPerHour}
  returning subject`;

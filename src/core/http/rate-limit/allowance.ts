import { createHash } from 'node:crypto';
import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../database/pool.ts';
import { preparePortalSchema } from '../../database/prepareSchema.ts';
import { runStatement } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';

/**
 * The end of an insert into a table of counts, as `known`: it adds to the count of a subject's window, or begins another
 * one if the last is over.
 */
export const countInWindow = `on conflict (subject) do update set
    count = case when known.ends_at <= now() then excluded.count else known.count + excluded.count end,
    ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end`;

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
    if (wait === 0) return;
    throw new ApiError('rate_limited', say('errors:rateLimited', { seconds: wait }), {
      headers: { 'Retry-After': String(wait) },
    });
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
 * @param name the person or the address that asks; only its hash is stored
 * @returns false if there is none left
 */
export const takeAskedMail = async (payload: Payload, kind: string, name: string): Promise<boolean> => {
  await preparePortalSchema(payload);
  // The table holds a hash, because it must not show the address of someone without an account.
  const subject = createHash('sha256').update(name.trim().toLowerCase()).digest('base64url');
  const subjects = [`${kind}-minute:${subject}`, `${kind}-hour:${subject}`];
  const { rows } = await portalPool(payload).query(sql, subjects);
  return rows.length > 0;
};

const sql = `
  with minute as (
    insert into support_portal.rate_limits as known (subject, count, ends_at)
    select $1, 1, now() + interval '1 minute' where not exists (
      select from support_portal.rate_limits where subject = $2 and count >= ${mostPerHour} and ends_at > now())
    on conflict (subject) do update set ends_at = excluded.ends_at where known.ends_at <= now()
    returning subject)
  insert into support_portal.rate_limits as known (subject, count, ends_at)
  select $2, 1, now() + interval '1 hour' from minute
  ${countInWindow}
  where known.ends_at <= now() or known.count < ${mostPerHour}
  returning subject`;

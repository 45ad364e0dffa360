import { createHash } from 'node:crypto';
import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../database/pool.ts';
import { preparePortalSchema } from '../../database/prepareSchema.ts';
import { runStatement } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';
import { countInWindow } from './window.ts';

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

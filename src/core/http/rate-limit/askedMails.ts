import { createHash } from 'node:crypto';
import type { Payload } from 'payload';
import { portalPool } from '../../database/pool.ts';
import { preparePortalSchema } from '../../database/prepareSchema.ts';
import { countInWindow } from './window.ts';

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

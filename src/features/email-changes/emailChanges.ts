import { createHash, randomBytes } from 'node:crypto';
import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../core/database/pool.ts';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { isClaimedSql, type JobClaim } from '../../core/jobs/jobs.ts';
import type { Slugs } from '../../core/options/slugs.ts';
import { base62Of } from '../../core/shared/secrets/base62.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { fingerprintSql } from '../people/feature.ts';

type UserSlugs = Pick<Slugs, 'users'>;

/** Hours for which the link of the mail is valid. */
export const hours = 24;

/** The account as it was when its change was asked for: another address or another password ends the change. */
const fingerprint = fingerprintSql('u');

/**
 * Stores the change that a user asks for, in the place of one that they asked for before. It has no token until its mail is
 * created.
 *
 * @returns its id
 */
export const storeChange = async (
  req: PayloadRequest,
  slugs: UserSlugs,
  { userId, email }: { readonly userId: RecordId; readonly email: string },
): Promise<string | null> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<{ id: string }>(
    req,
    `insert into support_portal.email_changes (user_id, id, email, bound_to, expires_at)
     select u.id::text, gen_random_uuid(), $1, ${fingerprint}, now() + interval '${hours} hours'
     from ${tableOf(req.payload, slugs.users)} u where u.id = $2
     on conflict (user_id) do update set id = excluded.id, email = excluded.email, bound_to = excluded.bound_to,
       token_hash = null, created_at = now(), expires_at = excluded.expires_at
     returning id`,
    [email, userId],
  );
  return rows[0]?.id ?? null;
};

/** True if another account has the new address; null if the change is over, was confirmed, or made by staff. */
export const isTaken = async (payload: Payload, slugs: UserSlugs, id: string): Promise<boolean | null> => {
  const users = tableOf(payload, slugs.users);
  const { rows } = await portalPool(payload).query<{ taken: boolean }>(
    `select exists (select from ${users} other where lower(other.email) = c.email) as taken
     from support_portal.email_changes c join ${users} u on u.id::text = c.user_id
     where c.id = $1 and c.bound_to <> '' and lower(u.email) <> c.email`,
    [id],
  );
  return rows[0]?.taken ?? null;
};

interface Ticketed {
  readonly id: string;
  readonly tokenHash: string;
  /** The job that will send the token. */
  readonly job: JobClaim;
}

/**
 * Gives a change the token that its mail will hold. A worker that was too slow for its job changes nothing: its mail is
 * another's by now.
 */
export const giveToken = async (payload: Payload, { id, tokenHash, job }: Ticketed): Promise<boolean> => {
  const { rowCount } = await portalPool(payload).query(
    `update support_portal.email_changes set token_hash = $1 where id = $2
     and ${isClaimedSql('$3', '$4')}`,
    [tokenHash, id, job.id, job.claims],
  );
  return rowCount === 1;
};

export interface OpenChange {
  readonly userId: RecordId;
  readonly email: string;
}

const openSql = (users: string): string => `
  select u.id as "userId", c.email from support_portal.email_changes c join ${users} u on u.id::text = c.user_id
  where c.token_hash = $1 and c.expires_at > now() and c.bound_to = ${fingerprint}
    and not exists (select from ${users} o where lower(o.email) = c.email)`;

/** The change that a token confirms; null if there is none, or if it is over. */
export const findChange = async (
  payload: Payload,
  slugs: UserSlugs,
  tokenHash: string,
): Promise<OpenChange | null> => {
  await preparePortalSchema(payload);
  const sql = openSql(tableOf(payload, slugs.users));
  const { rows } = await portalPool(payload).query<OpenChange>(sql, [tokenHash]);
  return rows[0] ?? null;
};

/** Finds the change and locks it in the request's transaction, in which no one else confirms it or changes the user. */
export const lockChange = async (
  req: PayloadRequest,
  slugs: UserSlugs,
  tokenHash: string,
): Promise<OpenChange | null> => {
  await preparePortalSchema(req.payload);
  const sql = `${openSql(tableOf(req.payload, slugs.users))} for update of c, u`;
  const { rows } = await runStatement<OpenChange>(req, sql, [tokenHash]);
  return rows[0] ?? null;
};

/**
 * Marks a change as confirmed: it is bound to no account, so that its link confirms nothing any more, even if the account gets its
 * former address back. It stays until its time is over, for the page of its link.
 */
export const closeChange = async (req: PayloadRequest, userId: RecordId): Promise<void> => {
  const sql = `update support_portal.email_changes set bound_to = '' where user_id = $1`;
  await runStatement(req, sql, [String(userId)]);
};

/** True for the token of a change that was confirmed, as long as its account has the address. */
export const isConfirmed = async (
  payload: Payload,
  slugs: UserSlugs,
  tokenHash: string,
): Promise<boolean> => {
  await preparePortalSchema(payload);
  const { rowCount } = await portalPool(payload).query(
    `select from support_portal.email_changes c join ${tableOf(payload, slugs.users)} u on u.id::text = c.user_id
     where c.token_hash = $1 and c.expires_at > now() and c.bound_to = '' and lower(u.email) = c.email`,
    [tokenHash],
  );
  return rowCount === 1;
};

/** Forgets changes whose time is over. */
export const pruneChanges = async (payload: Payload): Promise<void> => {
  await portalPool(payload).query('delete from support_portal.email_changes where expires_at < now()');
};

/** The token in a confirmation's link: 32 random bytes. The log's masking knows its prefix. */
export const makeChangeToken = (): string => `spe_${base62Of(randomBytes(32))}`;

/** The form in which the token is stored. It has 256 random bits, so nothing slower than SHA-256 is needed. */
export const hashOfChangeToken = (token: string): string => createHash('sha256').update(token).digest('hex');

import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../../core/database/pool.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { isClaimedSql, type JobClaim } from '../../../core/jobs/jobs.ts';
import { decrypt, encrypt } from '../../../core/shared/secrets/encryption.ts';
import { mostTries } from './code.ts';

/** Minutes after which an attempt is over, whenever its mail left. */
const longestMinutes = 40;

/** A sign-in that has begun in a browser. */
export interface Attempt {
  readonly id: string;
  readonly email: string;
  /** The path of the page that was asked for, encrypted as it is stored; null for the first one. */
  readonly next: string | null;
  /** The language of the request, for a person whose language is not known. */
  readonly language: string | null;
}

interface NewAttempt extends Omit<Attempt, 'id'> {
  readonly cookieHash: string;
  /** The hash of the browser's attempt before, which ends. */
  readonly formerHash: string | null;
}

/** The page to open can be that of a transfer's link, whose secret no table holds. */
const nextPurpose = 'next-of-sign-in';

/** The path that an attempt was begun with; null also for one that was stored under another secret. */
export const nextOf = ({ config }: Payload, { next }: Attempt): string | null => {
  try {
    return next && decrypt(next, config.secret, nextPurpose);
  } catch {
    return null;
  }
};

/** Stores an attempt, for any address alike. */
export const storeAttempt = async (
  req: PayloadRequest,
  { email, next, language, cookieHash, formerHash }: NewAttempt,
): Promise<string> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<{ id: string }>(
    req,
    `with former as (delete from support_portal.sign_in_attempts where cookie_hash = $1)
     insert into support_portal.sign_in_attempts (cookie_hash, email, next, language) values ($2, $3, $4, $5) returning id`,
    [formerHash, cookieHash, email, next && encrypt(next, req.payload.config.secret, nextPurpose), language],
  );
  return rows[0]?.id ?? '';
};

/** The attempt whose mail is to be sent; null if it is over. */
export const findAttempt = async (payload: Payload, id: string): Promise<Attempt | null> => {
  const { rows } = await portalPool(payload).query<Attempt>(
    `select id, email, next, language from support_portal.sign_in_attempts where id = $1 and ${isOpenSql}`,
    [id],
  );
  return rows[0] ?? null;
};

interface Secrets {
  readonly id: string;
  readonly codeHash: string;
  readonly linkHash: string;
  /** The job that sends them. */
  readonly job: JobClaim;
}

/**
 * Gives an attempt the secrets of its mail. Their clock starts now, for the mail may arrive although no transport is known to
 * have accepted it. A worker that was too slow for its job changes nothing.
 */
export const giveSecrets = async (
  payload: Payload,
  { id, codeHash, linkHash, job }: Secrets,
): Promise<boolean> => {
  const { rowCount } = await portalPool(payload).query(
    `update support_portal.sign_in_attempts set code_hash = $1, link_hash = $2, sent_at = now() where id = $3
     and ${isClaimedSql('$4', '$5')}`,
    [codeHash, linkHash, id, job.id, job.claims],
  );
  return rowCount === 1;
};

/** Starts the clock of the code and the link anew: a transport has accepted their mail. */
export const noteSent = async (payload: Payload, id: string): Promise<void> => {
  await portalPool(payload).query(
    'update support_portal.sign_in_attempts set sent_at = now() where id = $1',
    [id],
  );
};

/** An attempt at which someone tries a code or a link. */
export interface TriedAttempt extends Attempt {
  readonly cookieHash: string;
  /** It is null if no code was mailed. */
  readonly codeHash: string | null;
  /** Tries so far, this one included. */
  readonly tries: number;
  /** It is false once the code and the link have expired. */
  readonly isFresh: boolean;
}

/** The secret by which an attempt is found. */
export type AttemptSecret = { readonly cookieHash: string } | { readonly linkHash: string };

/**
 * Takes one of the tries of an attempt, by code or by link: no two requests take the same one.
 *
 * @param minutes the time for which a code is valid, from its mail's hand-over
 * @returns null if there is no such attempt, or it is over
 */
export const takeTry = async (
  req: PayloadRequest,
  secret: AttemptSecret,
  minutes: number,
): Promise<TriedAttempt | null> => {
  const { rows } = await runStatement<TriedAttempt>(
    req,
    `update support_portal.sign_in_attempts set tries = tries + 1 where ${columnOf(secret)} = $1 and ${isOpenSql}
     returning ${columnsFor(minutes)}`,
    [hashIn(secret)],
  );
  return rows[0] ?? null;
};

/** The attempt of a link, without the cost of a try: 256 bits cannot be guessed. */
export const findByLink = async (
  req: PayloadRequest,
  linkHash: string,
  minutes: number,
): Promise<TriedAttempt | null> => {
  const { rows } = await runStatement<TriedAttempt>(
    req,
    `select ${columnsFor(minutes)} from support_portal.sign_in_attempts where link_hash = $1 and ${isOpenSql}`,
    [linkHash],
  );
  return rows[0] ?? null;
};

/**
 * Ends an attempt that succeeds.
 *
 * @returns false if another request was first
 */
export const endAttempt = async (req: PayloadRequest, id: string): Promise<boolean> =>
  (await runStatement(req, 'delete from support_portal.sign_in_attempts where id = $1 returning id', [id]))
    .rows.length === 1;

export const pruneAttempts = async (payload: Payload): Promise<void> => {
  await portalPool(payload).query(`delete from support_portal.sign_in_attempts where not (${isOpenSql})`);
};

const isOpenSql = `tries < ${mostTries} and asked_at > now() - interval '${longestMinutes} minutes'`;

const columnsFor = (minutes: number): string =>
  `id, email, next, language, cookie_hash as "cookieHash", code_hash as "codeHash", tries,
   (sent_at is null or sent_at > now() - interval '${minutes} minutes') as "isFresh"`;

const columnOf = (secret: AttemptSecret): string => ('cookieHash' in secret ? 'cookie_hash' : 'link_hash');

const hashIn = (secret: AttemptSecret): string =>
  'cookieHash' in secret ? secret.cookieHash : secret.linkHash;

import { createHash, timingSafeEqual } from 'node:crypto';
import type { PayloadRequest, TypedUser } from 'payload';
import { parseCookies } from 'payload/shared';
import { keyOf } from '../access/apiKey.ts';
import type { Principal } from '../access/roles.ts';
import { findOwner } from '../api-keys/findOwner.ts';
import { looksLikeKey } from '../api-keys/format.ts';
import type { PortalContext } from '../context.ts';
import { assertDatabaseAnswers } from '../database/assertPostgres.ts';
import { publicOrigin } from '../request/publicOrigin.ts';
import { ApiError } from '../shared/errors.ts';

const unauthorized = () =>
  new ApiError('unauthorized', 'The API key is missing, invalid or expired. Generate a new key in Settings.');

/**
 * Resolves the caller: the owner of an API key or, if the address takes sessions, the user of one, by cookie or
 * JWT. From here on they are the request's user.
 *
 * @returns null for a user who has no part in the portal
 * @throws {ApiError} `unauthorized` without valid credentials, `unavailable` where the database could not be
 * asked, `forbidden` for a session cookie that another site sent
 */
export const identify = async (
  req: PayloadRequest,
  { options, principalOf }: PortalContext,
  takesSessions: boolean,
): Promise<Principal | null> => {
  const bearer = bearerOf(req.headers);
  const byKey = !takesSessions || (bearer !== null && looksLikeKey(bearer));
  const user = byKey ? await keyUser(req, options, bearer) : await sessionUser(req);
  if (!user) {
    await assertDatabaseAnswers(req.payload);
    throw unauthorized();
  }
  req.user = user;
  const principal = principalOf(user);
  if (keyOf(user) && principal && !principal.spans && principal.organizations.length === 0)
    throw unauthorized();
  return principal;
};

/**
 * Lets in a caller that holds `CRON_SECRET`, which belongs to no user.
 *
 * @throws {ApiError} `unauthorized`, `unavailable` if the database is away, whatever the credentials
 */
export const assertCron = async (req: PayloadRequest, secret: string | null): Promise<void> => {
  await assertDatabaseAnswers(req.payload);
  if (isCronCredential(req.headers.get('Authorization'), secret)) return;
  throw new ApiError(
    'unauthorized',
    'CRON_SECRET as a Bearer token opens this, nothing else. For the rest of the API generate a new key in Settings.',
  );
};

const bearerOf = (headers: Headers): string | null =>
  /^Bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null;

const keyUser = async (
  req: PayloadRequest,
  options: PortalContext['options'],
  bearer: string | null,
): Promise<TypedUser | null> => {
  if (bearer === null) return null;
  try {
    return await findOwner(req.payload, options, bearer);
  } catch (error) {
    await assertDatabaseAnswers(req.payload);
    throw error;
  }
};

/**
 * The CMS lets no cookie without `Origin` pass if it has a CSRF list. Reading by GET or HEAD changes nothing, so
 * there a cookie is a credential by itself.
 */
const sessionUser = async (req: PayloadRequest): Promise<TypedUser | null> => {
  const token = cookieToken(req);
  if (token === null) return req.user;
  assertOwnOrigin(req);
  if (req.user) return req.user;
  const { user } = await req.payload.auth({ headers: new Headers({ Authorization: `JWT ${token}` }) });
  return user;
};

/** The session cookie, if no header names a credential that goes before it. */
const cookieToken = ({ headers, payload }: PayloadRequest): string | null => {
  if (/^(JWT|Bearer) /.test(headers.get('Authorization') ?? '')) return null;
  return parseCookies(headers).get(`${payload.config.cookiePrefix}-token`) ?? null;
};

const assertOwnOrigin = ({ headers, method, origin: requestOrigin, payload }: PayloadRequest): void => {
  const origin = headers.get('Origin');
  if (origin === null && (method === 'GET' || method === 'HEAD')) return;
  const own = publicOrigin(payload) ?? requestOrigin;
  if (origin === own) return;
  payload.logger.warn(
    `Refused a request whose Origin is ${JSON.stringify(origin)}: that of serverURL of the Payload config is ${own}.`,
  );
  throw new ApiError('forbidden', 'A session cookie is no credential for requests from another origin.');
};

/**
 * Whether a header holds `CRON_SECRET`, compared in constant time. Without a
 * secret no header does.
 *
 * @param authorization the header `Authorization`; any secret that fits into one will do
 */
const isCronCredential = (authorization: string | null, secret: string | null): boolean => {
  const given = /^Bearer +(\S.*?) *$/i.exec(authorization ?? '')?.[1];
  if (given === undefined || !secret?.trim()) return false;
  // A header's characters stand for bytes.
  return timingSafeEqual(digest(Buffer.from(given, 'latin1')), digest(Buffer.from(secret.trim())));
};

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

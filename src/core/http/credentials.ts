import { createHash, timingSafeEqual } from 'node:crypto';
import type { PayloadRequest, TypedUser } from 'payload';
import { parseCookies } from 'payload/shared';
import { keyOf } from '../access/apiKey.ts';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { assertDatabaseAnswers } from '../database/assertPostgres.ts';
import type { BearerCredential } from '../feature.ts';
import { logForeign, publicOrigin } from '../request/publicOrigin.ts';
import { ApiError, notFound } from '../shared/errors.ts';
import { say } from '../texts/say.ts';
import type { Operation, SharedSecret } from './operation.ts';

const unauthorized = () =>
  new ApiError('unauthorized', 'The API key is missing, invalid or expired. Generate a new key in Settings.');

/**
 * Resolves the caller: the owner of an API key or, if the address takes sessions, the user of one, by cookie or JWT. From
 * here on they are the request's user.
 *
 * @returns null for a user who has no role in the portal
 * @throws {ApiError} `unauthorized` without valid credentials, `unavailable` if the database is unreachable, `forbidden` for
 * a session cookie that another site sent
 */
export const identify = async (
  req: PayloadRequest,
  portal: PortalContext,
  takesSessions: boolean,
): Promise<Principal | null> => {
  const bearer = bearerOf(req.headers);
  const kind = bearer === null ? null : kindOf(portal, bearer);
  const byKey = !takesSessions || kind !== null;
  const user = byKey ? await keyUser(req, portal, { kind, bearer }) : await sessionUser(req);
  if (!user) {
    await assertDatabaseAnswers(req.payload);
    throw unauthorized();
  }
  req.user = user;
  const principal = portal.principalOf(user);
  if (keyOf(user) && principal && !principal.spans && principal.organizations.length === 0)
    throw unauthorized();
  return principal;
};

interface SharedCredential extends Pick<Operation, 'readSecret'> {
  readonly credential: SharedSecret;
}

/**
 * Lets in a caller that holds a secret which belongs to no user.
 *
 * A provider's secret is checked together with the body.
 *
 * @throws {ApiError} `unauthorized`, `unavailable` if the database is unreachable, whatever the credentials; `not_found` for
 * mail in while it has no secret
 */
export const assertSharedSecret = async (
  req: PayloadRequest,
  portal: PortalContext,
  { credential, readSecret }: SharedCredential,
): Promise<void> => {
  await assertDatabaseAnswers(req.payload);
  if (credential === 'provider') return;
  const isInbound = credential === 'inbound';
  const secret = (await readSecret?.(req.payload, portal)) ?? null;
  if (isInbound && secret === null) throw notFound();
  const given = givenSecret(req.headers.get('Authorization'), isInbound);
  if (given !== null && isSecret(given, secret)) return;
  throw new ApiError('unauthorized', wrongSecret[credential]);
};

const wrongSecret: Readonly<Record<Exclude<SharedSecret, 'provider'>, string>> = {
  cron: 'CRON_SECRET as a Bearer token opens this, nothing else. For the rest of the API generate a new key in Settings.',
  inbound:
    'The secret of mail in opens this, as a Bearer token or as the password of HTTP Basic, nothing else. For the rest of the API generate a new key in Settings.',
};

const bearerOf = (headers: Headers): string | null =>
  /^Bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null;

const kindOf = ({ features }: PortalContext, bearer: string): BearerCredential | null =>
  features.flatMap((feature) => feature.bearer ?? []).find(({ suits }) => suits(bearer)) ?? null;

interface Bearer {
  readonly kind: BearerCredential | null;
  readonly bearer: string | null;
}

const keyUser = async (
  req: PayloadRequest,
  { options }: PortalContext,
  { kind, bearer }: Bearer,
): Promise<TypedUser | null> => {
  if (kind === null || bearer === null) return null;
  try {
    return await kind.findUser(req.payload, options, bearer);
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
  logForeign(payload, ['Origin', origin], own);
  throw new ApiError('forbidden', say('errors:otherOrigin'));
};

/** The bytes of the secret that a header holds; any secret that fits into one will do. Null if there is none. */
const givenSecret = (authorization: string | null, takesBasic: boolean): Buffer | null => {
  const [, scheme = '', given = ''] = /^(\w+) +(\S.*?) *$/.exec(authorization ?? '') ?? [];
  // A header's characters stand for bytes.
  if (/^bearer$/i.test(scheme)) return Buffer.from(given, 'latin1');
  if (!takesBasic || !/^basic$/i.test(scheme)) return null;
  const pair = Buffer.from(given, 'base64');
  const colon = pair.indexOf(':');
  return colon < 0 ? null : pair.subarray(colon + 1);
};

/** Compares in constant time. Without a secret nothing is it. */
const isSecret = (given: Buffer, secret: string | null): boolean =>
  Boolean(secret?.trim()) && timingSafeEqual(digest(given), digest(Buffer.from(secret?.trim() ?? '')));

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

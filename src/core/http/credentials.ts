import { executeAuthStrategies, type PayloadRequest, type TypedUser } from 'payload';
import { parseCookies } from 'payload/shared';
import { keyOf } from '../access/apiKey.ts';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { assertDatabaseAnswers } from '../database/assertPostgres.ts';
import type { BearerCredential, SessionCredential } from '../feature.ts';
import { logForeign, publicOrigin } from '../request/publicOrigin.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { say } from '../texts/say.ts';

const unauthorized = () =>
  new ApiError('unauthorized', 'The API key is missing, invalid or expired. Generate a new key in Settings.');

/** A session of the CMS is a credential below it; elsewhere only an API key is. */
const sessionPrefix = '/portal/v1';

/** The address of a request. */
interface Place {
  /** The path below the app's API route and the prefix. */
  readonly path: string;
  /** True if no session is a credential there. */
  readonly takesKeysAlone: boolean;
}

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
  at: Place,
): Promise<Principal | null> => {
  const session = sessionAt(portal, at.path);
  const user = session ? await ownSessionUser(req, portal, session) : await userOf(req, portal, at);
  if (!user) {
    await assertDatabaseAnswers(req.payload);
    throw session ? new ApiError('unauthorized', session.refusal) : unauthorized();
  }
  req.user = user;
  const principal = portal.principalOf(user);
  if (keyOf(user) && principal && !principal.spans && principal.organizations.length === 0)
    throw unauthorized();
  return principal;
};

/** Identifies the caller as {@link identify} does, after a body that came slowly: their rights may have ended meanwhile. */
export const identifyAnew = async (
  req: PayloadRequest,
  portal: PortalContext,
  at: Place,
): Promise<Principal | null> => {
  await findUserAnew(req);
  return identify(req, portal, at);
};

/** Gives a request the user whom the CMS finds by its headers now. */
const findUserAnew = async (req: PayloadRequest): Promise<void> => {
  const { headers, payload, payloadAPI } = req;
  const isGraphQL = payloadAPI === 'GraphQL';
  req.user = (await executeAuthStrategies({ headers, isGraphQL, payload, req })).user;
};

/**
 * Gives a request to a route of the CMS its present user, after a body that came slowly.
 *
 * @throws {ApiError} `unavailable`
 */
export const findSessionAnew = async (req: PayloadRequest): Promise<void> => {
  await findUserAnew(req);
  await assertSessionFound(req);
};

/** The kind of session that is the only credential at a path; undefined if the usual ones are. */
const sessionAt = ({ features }: PortalContext, path: string): SessionCredential | undefined =>
  features
    .flatMap(({ session }) => session ?? [])
    .find(({ below }) => path === below || path.startsWith(`${below}/`));

const ownSessionUser = async (
  req: PayloadRequest,
  portal: PortalContext,
  { findUser }: SessionCredential,
): Promise<TypedUser | null> => {
  req.user = null;
  assertOwnOrigin(req);
  return findUser(req, portal);
};

const userOf = (
  req: PayloadRequest,
  portal: PortalContext,
  { path, takesKeysAlone }: Place,
): Promise<TypedUser | null> => {
  const bearer = bearerOf(req.headers);
  const kind = bearer === null ? null : kindOf(portal, bearer);
  const byKey = takesKeysAlone || !path.startsWith(sessionPrefix) || kind !== null;
  return byKey ? keyUser(req, portal, { kind, bearer }) : sessionUser(req);
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
const cookieToken = ({ headers, payload }: Pick<PayloadRequest, 'headers' | 'payload'>): string | null => {
  if (/^(JWT|Bearer) /.test(headers.get('Authorization') ?? '')) return null;
  return parseCookies(headers).get(`${payload.config.cookiePrefix}-token`) ?? null;
};

/** True if a request brings a credential of the CMS, valid or not. */
const bringsSession = (req: Pick<PayloadRequest, 'headers' | 'payload'>): boolean =>
  /^(JWT|Bearer) /.test(req.headers.get('Authorization') ?? '') || cookieToken(req) !== null;

/**
 * The CMS takes a caller whose session it could not look up for none.
 *
 * @throws {ApiError} `unavailable` for such a caller, even if the database answers again by now
 */
export const assertSessionFound = async ({
  headers,
  payload,
  user,
}: Pick<PayloadRequest, 'headers' | 'payload' | 'user'>): Promise<void> => {
  if (user || !bringsSession({ headers, payload })) return;
  await assertDatabaseAnswers(payload);
  const found = await executeAuthStrategies({ headers, payload });
  if (found.user) throw new ApiError('unavailable', say('errors:busy'));
};

/**
 * Rejects a request that another site may have sent. Without `Origin`, only GET and HEAD pass.
 *
 * @throws {ApiError} `forbidden`
 */
export const assertOwnOrigin = ({
  headers,
  method,
  origin: requestOrigin,
  payload,
}: Pick<PayloadRequest, 'headers' | 'method' | 'origin' | 'payload'>): void => {
  const origin = headers.get('Origin');
  if (origin === null && (method === 'GET' || method === 'HEAD')) return;
  const own = publicOrigin(payload) ?? requestOrigin;
  if (origin === own) return;
  logForeign(payload, ['Origin', origin], own);
  throw new ApiError('forbidden', say('errors:otherOrigin'));
};

import type { PayloadRequest, TypedUser } from 'payload';
import { parseCookies } from 'payload/shared';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { postgresOf } from '../database/pool.ts';
import { ApiError } from '../shared/errors.ts';

const unauthorized = () =>
  new ApiError('unauthorized', 'The API key is missing, invalid or expired. Generate a new key in Settings.');

/**
 * Says who is asking: the user of a session, by cookie or JWT, where the address takes sessions.
 *
 * @throws {ApiError} `unauthorized` without valid credentials, `unavailable` where the database could not be
 * asked, `forbidden` for a session cookie that another site sent
 */
export const identify = async (
  req: PayloadRequest,
  { principalOf }: PortalContext,
  takesSessions: boolean,
): Promise<Principal | null> => {
  const user = takesSessions ? await sessionUser(req) : null;
  if (!user) {
    await assertDatabaseAnswers(req);
    throw unauthorized();
  }
  return principalOf(user);
};

/**
 * The CMS lets no cookie without `Origin` pass where it has a CSRF list. Reading by GET or HEAD changes nothing, so
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

/** The session cookie, where no header names a credential that goes before it. */
const cookieToken = ({ headers, payload }: PayloadRequest): string | null => {
  if (/^(JWT|Bearer) /.test(headers.get('Authorization') ?? '')) return null;
  return parseCookies(headers).get(`${payload.config.cookiePrefix}-token`) ?? null;
};

const assertOwnOrigin = ({ headers, method, origin: requestOrigin, payload }: PayloadRequest): void => {
  const origin = headers.get('Origin');
  const own = payload.config.serverURL || requestOrigin;
  if (origin === null && (method === 'GET' || method === 'HEAD')) return;
  if (origin === own) return;
  payload.logger.warn(`Refused a request whose Origin is ${JSON.stringify(origin)}: SERVER_URL is ${own}.`);
  throw new ApiError('forbidden', 'A session cookie is no credential for requests from another origin.');
};

/** The CMS skips an auth strategy that throws: with the database away everybody looks like nobody. */
const assertDatabaseAnswers = async ({ payload }: PayloadRequest): Promise<void> => {
  try {
    await postgresOf(payload).pool.query('select 1');
  } catch (cause) {
    throw new ApiError('unavailable', 'The database is not reachable. Try again in a moment.', { cause });
  }
};

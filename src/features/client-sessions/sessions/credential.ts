import type { PayloadRequest, TypedUser } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { SessionCredential } from '../../../core/feature.ts';
import { timeRequest } from '../../../core/http/slowBody.ts';
import { within } from '../../../core/shared/concurrency/within.ts';
import { say } from '../../../core/texts/say.ts';
import { readCookie } from '../cookies.ts';
import { type ClientSession, findSession } from './sessions.ts';

/** The path prefix of the client API, where the session of a client is the credential. */
export const clientPrefix = '/portal/v1/client';

const key = Symbol.for('payload-support-portal.clientSession');

/** The session by which a user acts; null for one of the app's own. */
export const sessionOf = (user: TypedUser | null): ClientSession | null =>
  (user as { [key]?: ClientSession } | null)?.[key] ?? null;

const shared = Symbol.for('payload-support-portal.sharedSession');

/** The user of a session, once the lookup has begun. */
export interface SharedSession {
  user?: Promise<TypedUser | null>;
  /** True once that look is so old that the session may have ended meanwhile: a request may wait for its turn. */
  isSlow?: () => boolean;
}

/** Lets requests to the client API that are parts of one browser request share one lookup of the session. */
export const shareSession = (request: Request, session: SharedSession): void => {
  Reflect.set(request, shared, session);
};

/** Milliseconds that the app's `authenticate` may take. */
const patience = 5_000;

/** The session of a client, by its cookie or by the app's own session. */
export const clientSession: SessionCredential = {
  below: clientPrefix,
  refusal: say('signIn:errors:signInAgain'),
  findUser(req, portal) {
    // Payload builds its request from the one that was sent.
    const session: SharedSession = Reflect.get(req, shared) ?? {};
    if (session.user && !session.isSlow?.()) return session.user;
    session.isSlow = timeRequest();
    session.user = findClient(req, portal);
    return session.user;
  },
};

const findClient = async (req: PayloadRequest, portal: PortalContext): Promise<TypedUser | null> => {
  if (portal.options.clients.disabled) return null;
  const token = readCookie(req, 'client');
  const found = token === null ? null : await findSession(req.payload, portal, token);
  const user = found ? { ...found.user, [key]: found.session } : await usersOfApp(req, portal);
  // Staff and representatives have the admin UI.
  return portal.principalOf(user)?.role === 'client' ? user : null;
};

const usersOfApp = async (
  { headers, payload }: PayloadRequest,
  { options: { clients, slugs } }: PortalContext,
): Promise<TypedUser | null> => {
  const { authenticate } = clients;
  if (!authenticate) return null;
  try {
    const user = await within(Promise.resolve(authenticate({ headers, payload })), patience, null);
    return user && ({ ...user, collection: slugs.users } as TypedUser);
  } catch (err) {
    payload.logger.error({
      err,
      msg: 'The option clients.authenticate failed: the request counts as signed out.',
    });
    return null;
  }
};

import type { PayloadRequest } from 'payload';
import { parseCookies } from 'payload/shared';
import { publicOrigin } from '../../core/request/publicOrigin.ts';

/**
 * The cookies of clients: the attempt of a sign-in, the session, the mark of a browser that signed in before, and one for
 * each link that was unlocked.
 */
type CookieName = 'attempt' | 'client' | 'known' | `link-${string}`;

/** Over HTTPS only this host can set a cookie of this prefix, for all of its paths. */
const isSecure = (req: PayloadRequest): boolean =>
  (publicOrigin(req.payload) ?? req.origin ?? '').startsWith('https:');

const nameOf = (req: PayloadRequest, name: CookieName): string =>
  `${isSecure(req) ? '__Host-' : ''}sp-${name}`;

export const readCookie = (req: PayloadRequest, name: CookieName): string | null =>
  parseCookies(req.headers).get(nameOf(req, name)) || null;

/**
 * The value of a `Set-Cookie`.
 *
 * @param seconds null for a cookie that ends with the browser
 */
export const setCookie = (
  req: PayloadRequest,
  name: CookieName,
  value: string,
  seconds: number | null,
): string =>
  [
    `${nameOf(req, name)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(req) ? ['Secure'] : []),
    ...(seconds === null ? [] : [`Max-Age=${Math.round(seconds)}`]),
  ].join('; ');

export const clearCookie = (req: PayloadRequest, name: CookieName): string => setCookie(req, name, '', 0);

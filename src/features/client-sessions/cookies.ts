import { createHash, randomBytes } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { parseCookies } from 'payload/shared';
import { publicOrigin } from '../../core/request/publicOrigin.ts';
import { base62Of } from '../../core/shared/secrets/base62.ts';

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

/** A secret of 32 random bytes, in 43 letters and digits. */
export const makeToken = (): string => base62Of(randomBytes(32));

/** A secret for the link of a mail. The log's masking knows its prefix. */
export const makeLinkToken = (): string => `spl_${makeToken()}`;

/** The stored form of a secret. It has 256 random bits, so nothing slower than SHA-256 is needed. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

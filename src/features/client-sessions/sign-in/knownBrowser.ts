import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { derivedKey } from '../../../core/shared/secrets/encryption.ts';
import { readCookie, setCookie } from '../cookies.ts';
import { makeToken } from '../tokens.ts';

const days = 180;
const seconds = days * 86_400;

/**
 * The mark of a browser in which a person signed in: `<random>.<Unix seconds>.<signature>`. It is bound to their address, so
 * that no database is asked whether an address has an account.
 */
export const knownCookie = (req: PayloadRequest, email: string): string => {
  const mark = `${makeToken()}.${Math.floor(Date.now() / 1_000)}`;
  return setCookie(req, 'known', `${mark}.${signatureOf(req, mark, email)}`, seconds);
};

/** The name of this browser, if this address has signed in by it within 180 days; null for any other browser. */
export const knownBrowser = (req: PayloadRequest, email: string): string | null => {
  const [name = '', since = '', given = ''] = readCookie(req, 'known')?.split('.') ?? [];
  const expected = Buffer.from(signatureOf(req, `${name}.${since}`, email));
  const signature = Buffer.from(given);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  return Date.now() / 1_000 - Number(since) < seconds ? name : null;
};

const signatureOf = ({ payload }: PayloadRequest, mark: string, email: string): string =>
  createHmac('sha256', derivedKey(payload.secret, 'known-browsers'))
    .update(`${mark} ${email}`)
    .digest('base64url');

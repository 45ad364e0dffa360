import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { PayloadRequest } from 'payload';
import { derivedKey } from '../../../core/shared/secrets/encryption.ts';
import { makeToken, readCookie, setCookie } from '../cookies.ts';

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

/**
 * The network of a caller: /24 of IPv4, /56 of IPv6, the size that one household or office has.
 *
 * @returns null if the address is not known, as in an app whose server does not say it
 */
export const networkOf = (headers: Headers): string | null => {
  const network = readNetwork(headers);
  if (network === null) return null;
  const bytes = network.address.toByteArray().slice(0, network.bits / 8);
  return `${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}/${network.bits}`;
};

/** The network as people write it, such as `198.51.100.0/24`. */
export const shownNetworkOf = (headers: Headers): string | null => {
  const network = readNetwork(headers);
  if (network === null) return null;
  const { address, bits } = network;
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes)}/${bits}`;
};

const readNetwork = (headers: Headers) => {
  const address = headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? '';
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return { address: parsed, bits: isIPv6(parsed.toString()) ? 56 : 24 };
};

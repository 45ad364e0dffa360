import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network of a caller: /24 of IPv4, /56 of IPv6, the size that one household or office has.
 *
 * @returns null if the address is not known, as in an app whose server does not say it
 */
export const networkOf = (headers: Headers): string | null => {
  const address = headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? '';
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const bits = isIPv6(parsed.toString()) ? 56 : 24;
  const bytes = parsed.toByteArray().slice(0, bits / 8);
  return `${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}/${bits}`;
};

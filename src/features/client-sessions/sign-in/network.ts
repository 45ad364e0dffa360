import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

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

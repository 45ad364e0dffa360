import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address range. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Reads networks in CIDR notation; an address without a prefix length stands for itself.
 *
 * @throws an Error that quotes the first entry that is none
 */
export const parseNetworks = (entries: readonly string[]): readonly Network[] => entries.map(parseNetwork);

const parseNetwork = (entry: string): Network => {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  if (version === 0 || address.includes('%') || rest.length > 0 || !isPrefix) {
    throw new Error(`${JSON.stringify(entry)} is no network in CIDR notation, such as 10.0.0.0/8.`);
  }
  return ipaddr.parseCIDR(`${address}/${prefix ?? bits}`);
};

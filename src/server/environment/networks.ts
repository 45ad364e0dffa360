import { isIP } from 'node:net';
import { EnvironmentError, quoted } from './environmentError.ts';
import { text, type Variables } from './values.ts';

/** An address range: `address/prefix`. */
export interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Reads a comma-separated list of CIDRs; an address without a prefix length stands for itself. */
export const networkList = (variables: Variables, name: string): readonly Network[] =>
  (text(variables, name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const network = parseNetwork(entry);
      if (network === null) {
        throw new EnvironmentError(
          name,
          `has ${quoted(entry)}, which is no network in CIDR notation such as 10.0.0.0/8`,
        );
      }
      return network;
    });

const parseNetwork = (entry: string): Network | null => {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return null;
  const bits = version === 4 ? 32 : 128;
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) return null;
  return { address, prefix: Number(prefix ?? bits), family: version === 4 ? 'ipv4' : 'ipv6' };
};

/** Whose `X-Forwarded-*` headers count: so many proxies, or those of the networks. */
export type TrustedProxies =
  | { readonly by: 'count'; readonly count: number }
  | { readonly by: 'network'; readonly networks: readonly Network[] };

export const trustedProxies = (variables: Variables): TrustedProxies => {
  const value = text(variables, 'TRUST_PROXY');
  if (value === null) return { by: 'count', count: 0 };
  if (/^\d{1,2}$/.test(value)) return { by: 'count', count: Number(value) };
  if (!/[.:]/.test(value)) {
    throw new EnvironmentError(
      'TRUST_PROXY',
      `is ${quoted(value)}, but must be a number of proxies or a list of their CIDRs`,
    );
  }
  return { by: 'network', networks: networkList(variables, 'TRUST_PROXY') };
};

/** Whether a host (name, or address with or without brackets) is only this machine. */
export const isLoopback = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
};

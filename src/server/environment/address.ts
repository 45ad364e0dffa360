import { isIP } from 'node:net';
import { isLoopback, withoutBrackets } from '../../core/shared/addresses/hosts.ts';
import { EnvironmentError, httpAddress, integer, quoted, text, type Variables } from './values.ts';

/** The address at which the portal listens, and the one at which the public reaches it. */
export interface AddressEnvironment {
  readonly port: number;
  readonly host: string;
  /** An origin: scheme, host and port, nothing after it. */
  readonly serverURL: string;
  readonly filesURL: string;
}

export const readAddress = (variables: Variables): AddressEnvironment => {
  const port = integer(variables, 'PORT', { fallback: 3000, min: 1, max: 65_535 });
  const serverURL = origin(variables) ?? `http://localhost:${port}`;
  return {
    port,
    host: host(variables),
    serverURL,
    filesURL: httpAddress(variables, 'FILES_URL') ?? `${serverURL}/api/v1/files`,
  };
};

const host = (variables: Variables): string => {
  const value = text(variables, 'HOST') ?? '127.0.0.1';
  const bare = value.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) === 0 && !/^(?!-)[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(bare)) {
    throw new EnvironmentError(
      'HOST',
      `is ${quoted(value)}, which is not an address or host name to listen on`,
    );
  }
  return bare;
};

const origin = (variables: Variables): string | null => {
  const address = httpAddress(variables, 'SERVER_URL');
  if (address === null) return null;
  const { origin, pathname } = new URL(address);
  if (pathname !== '/')
    throw new EnvironmentError('SERVER_URL', `must not have a path, yet ends in ${quoted(pathname)}`);
  return origin;
};

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
          `has ${quoted(entry)}, which is not a network in CIDR notation such as 10.0.0.0/8`,
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

/** The trusted proxies: a number of hops, or their networks. */
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

/** True if a host (name, or address with or without brackets) is only this machine. */
export const isOwnMachine = (host: string): boolean => {
  const name = withoutBrackets(host).toLowerCase();
  return isLoopback(name) || name.endsWith('.localhost');
};

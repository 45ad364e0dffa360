import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TrustedProxies } from '../environment.ts';

/** The client of a request: its address, protocol and host, from the connection or from trusted proxies. */
export interface Client {
  readonly address: string;
  readonly protocol: 'http' | 'https';
  readonly host: string;
  /** True if a trusted proxy named the host. */
  readonly hostIsForwarded: boolean;
}

type ClientOf = (request: IncomingMessage) => Client;

/** @param fallbackHost for a request that names no host */
export const buildClientOf = (trusted: TrustedProxies, fallbackHost: string): ClientOf => {
  const countProxies = proxyCounter(trusted);
  return (request) => {
    const { headers } = request;
    const peer = plainAddress(request.socket.remoteAddress ?? '') ?? '';
    const said = list(headers['x-forwarded-for']).map(plainAddress);
    const path = [peer, ...untilUnknown(said.reverse())];
    const proxies = Math.min(countProxies(path), path.length);
    const address = path[Math.min(proxies, path.length - 1)] ?? peer;
    const host = fromNearest(list(headers['x-forwarded-host']), proxies);
    const protocol = fromNearest(list(headers['x-forwarded-proto']), proxies);
    return {
      address,
      protocol: protocol === 'https' || protocol === 'http' ? protocol : 'http',
      host: host ?? (headers.host || fallbackHost),
      hostIsForwarded: host !== null,
    };
  };
};

/** Counts the addresses, from the nearest, that are trusted proxies without a gap. */
const proxyCounter = (trusted: TrustedProxies): ((path: readonly string[]) => number) => {
  if (trusted.by === 'count') return () => trusted.count;
  const networks = new BlockList();
  for (const { address, prefix, family } of trusted.networks) networks.addSubnet(address, prefix, family);
  const isProxy = (address: string): boolean =>
    networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (path) => {
    const client = path.findIndex((address) => !isProxy(address));
    return client === -1 ? path.length : client;
  };
};

/** The value that the farthest trusted proxy added. The client may have invented those before it. */
const fromNearest = (values: readonly string[], proxies: number): string | null =>
  proxies === 0 ? null : (values[Math.max(0, values.length - proxies)] ?? null);

const list = (header: string | readonly string[] | undefined): string[] =>
  (typeof header === 'string' ? header : (header ?? []).join(','))
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

const untilUnknown = (addresses: readonly (string | null)[]): string[] => {
  const end = addresses.indexOf(null);
  return (end === -1 ? addresses : addresses.slice(0, end)) as string[];
};

/** An address without port, brackets, zone and IPv4-mapped IPv6 prefix; null if it is no address. */
const plainAddress = (text: string): string | null => {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address;
};

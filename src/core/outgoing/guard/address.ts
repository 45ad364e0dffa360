import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `allowed`: the operator opened the address's network. */
export type AddressKind = 'public' | 'allowed' | 'forbidden' | 'metadata';

/** Addresses at which clouds keep credentials of the machine; no setting opens these. */
const metadata = new Set(
  ['169.254.169.254', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'].map(
    (address) => ipaddr.parse(address).toNormalizedString(),
  ),
);

/** Hosts of the public IPv6 internet have addresses in this block only. The rest has other uses or none. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Judges an address in any of its forms. Anything that is not an address is forbidden. */
export const judgeAddress = (text: string, allowed: readonly Network[]): AddressKind => {
  if (isIP(text) === 0 || text.includes('%')) return 'forbidden';
  const address = ipaddr.process(inHexadecimal(text));
  if ([address, ...embedded(address)].some((one) => metadata.has(one.toNormalizedString())))
    return 'metadata';
  if (allowed.some((network) => isIn(address, network))) return 'allowed';
  return isPublic(address) ? 'public' : 'forbidden';
};

/** ipaddr.js reads `::8.8.8.8` as the mapped form, which is another address. */
const inHexadecimal = (text: string): string =>
  isIP(text) === 6 ? new URL(`https://[${text}]`).hostname.slice(1, -1) : text;

const isIn = (address: Address, [network, prefix]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, prefix);

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (isIPv4(address) || (address.match(globalUnicast) && !isIsatap(address)));

/** ISATAP (RFC 5214) leads to an IPv4 address within any network. The other forms of transition have blocks of their own. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

const isIPv4 = (address: Address): address is ipaddr.IPv4 => address.kind() === 'ipv4';

/**
 * The IPv4 addresses that an IPv6 one may lead to, for each transition mechanism: NAT64 (RFC 6052, prefixes of 32 to
 * 96 bits), the translated and the compatible form, 6to4, Teredo (server and client), ISATAP.
 */
const embedded = (address: Address): ipaddr.IPv4[] => {
  if (isIPv4(address)) return [];
  const bytes = address.toByteArray();
  const at = (...indexes: number[]) => new ipaddr.IPv4(indexes.map((index) => bytes[index] ?? 0));
  return [
    at(12, 13, 14, 15),
    at(2, 3, 4, 5),
    at(4, 5, 6, 7),
    at(5, 6, 7, 9),
    at(6, 7, 9, 10),
    at(7, 9, 10, 11),
    at(9, 10, 11, 12),
    new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff)),
  ];
};

/** An address range. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Reads networks in CIDR notation; an address without a prefix length stands for itself.
 *
 * @throws an Error that quotes the first invalid entry
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

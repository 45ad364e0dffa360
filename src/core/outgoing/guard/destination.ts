import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { within } from '../../shared/concurrency/within.ts';
import { type Sentence, say } from '../../texts/say.ts';
import type { Network } from './address.ts';
import { type AddressKind, judgeAddress } from './address.ts';
import { type Lookup, longestLookup, lookUpName } from './nameLookup.ts';

/** The reason why no webhook may be sent to an address, as a sentence for the webhook's owner. */
export interface Rejection {
  readonly kind: 'blocked' | 'dns';
  readonly message: Sentence;
}

/** The addresses that may be connected to now. Addresses that the name gets later do not count. */
interface Destination {
  readonly kind: 'destination';
  readonly addresses: readonly LookupAddress[];
}

/** The rules that decide on a webhook's destination. */
export interface GuardOptions {
  /** Private networks that webhooks may reach; plain `http:` is for these only. */
  readonly allowedNetworks: readonly Network[];
  /** All addresses of a name. Default: those that the machine knows, by its hosts file or its name servers */
  readonly resolve?: Lookup;
}

/** Addresses of one name: each is judged, at each connection. */
const mostAddresses = 64;

const blocked = (message: Sentence): Rejection => ({ kind: 'blocked', message });

/**
 * The problem with a URL that can be found without resolving it; null if there is none. An IP address in a URL is judged
 * here, because the system resolves nothing when it connects to one.
 */
export const judgeUrl = (text: string, { allowedNetworks }: GuardOptions): Rejection | null => {
  if (!URL.canParse(text)) return blocked(say('errors:webhook:noUrl'));
  // Rejects what `URL` would remove or repair, because PostgreSQL and people read it differently.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text)) return blocked(say('errors:webhook:whiteSpace'));
  const { protocol, hostname, port } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return blocked(say('errors:webhook:protocol'));
  const [, authority] = /^https?:\/\/([^/?#\\]+)/i.exec(text) ?? [];
  if (authority === undefined) return blocked(say('errors:webhook:noHost'));
  if (authority.includes('@')) return blocked(say('errors:webhook:credentials'));
  if (port === '0') return blocked(say('errors:webhook:port'));
  const host = bareHost(hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) {
    return blocked(say('errors:webhook:localhost'));
  }
  if (protocol === 'http:' && allowedNetworks.length === 0) return blocked(plainHttp);
  return isIP(host) === 0 ? null : judgeAll([host], protocol, allowedNetworks);
};

/** Resolves the name in a URL and judges its present addresses. If one of them is forbidden, the name is rejected. */
export const findDestination = async (
  text: string,
  options: GuardOptions,
): Promise<Destination | Rejection> => {
  const rejection = judgeUrl(text, options);
  if (rejection) return rejection;
  const { protocol, hostname } = new URL(text);
  const host = bareHost(hostname);
  const version = isIP(host);
  if (version !== 0) return { kind: 'destination', addresses: [{ address: host, family: version }] };
  return resolveName(host, protocol, options);
};

/** The second half of the check, for the code that connects. The first half must have passed. */
export const resolveName = async (
  name: string,
  protocol: string,
  { allowedNetworks, resolve = lookUpName }: GuardOptions,
): Promise<Destination | Rejection> => {
  let addresses: readonly LookupAddress[] | null;
  try {
    addresses = await within(resolve(name), longestLookup, null);
  } catch (error) {
    return { kind: 'dns', message: `The name ${name} cannot be resolved${codeOf(error)}.` };
  }
  if (addresses === null) return { kind: 'dns', message: `The name ${name} was not resolved in time.` };
  if (addresses.length === 0) return { kind: 'dns', message: `The name ${name} has no address.` };
  if (addresses.length > mostAddresses)
    return { kind: 'dns', message: `The name ${name} has more than ${mostAddresses} addresses.` };
  const rejection = judgeAll(
    addresses.map(({ address }) => address),
    protocol,
    allowedNetworks,
  );
  return rejection ?? { kind: 'destination', addresses };
};

const judgeAll = (
  addresses: readonly string[],
  protocol: string,
  allowed: readonly Network[],
): Rejection | null => {
  const kinds = addresses.map((address) => judgeAddress(address, allowed));
  const isRejected = (kind: AddressKind) => kind === 'forbidden' || kind === 'metadata';
  if (kinds.some(isRejected)) {
    return blocked(say('errors:webhook:forbiddenAddress'));
  }
  return protocol === 'http:' && kinds.some((kind) => kind !== 'allowed') ? blocked(plainHttp) : null;
};

const plainHttp = say('errors:webhook:plainHttp');

/** The host without brackets and without the dot at the end. */
const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$|\.+$/g, '').toLowerCase();

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';

import { isIPv6 } from 'node:net';
import { domainOf } from '../../../core/shared/addresses/hosts.ts';
import type { ServerResults } from '../message/header/fields.ts';
import { trustedVerdict } from './authenticationResults.ts';
import { type Alignment, isAligned } from './domains.ts';
import { type Dns, openDns } from './resolver.ts';
import { isEquivocal, withUsefulSignatures } from './signedMessage.ts';
import { UnansweredDns } from './UnansweredDns.ts';
import { type Connection, type Envelope, type Policy, type Signatures, verdictOf } from './verdict.ts';

/** The proof of a message's sender: proven, not proven, or disproven. */
export type Authentication = 'pass' | 'none' | 'fail';

/**
 * The judgement of the trusted server. `untold`: there is none, and the portal decides by itself. `unjudged`: the server could not
 * judge.
 */
export type Judgement = Authentication | 'unjudged' | 'untold';

/** True if the server's judgement decides. */
export const isVerdict = (judgement: Judgement): judgement is Authentication =>
  judgement !== 'unjudged' && judgement !== 'untold';

interface Received {
  /** The raw message. */
  readonly bytes: Uint8Array;
  /** The address of its only sender. */
  readonly from: string;
  readonly serverResults: ServerResults;
  /** The server whose verdict counts for this way in; null: the portal checks by itself. */
  readonly trustedAuthservId: string | null;
}

/** Reads the trusted server's judgement of a message from its header. */
export const judge = ({ bytes, from, serverResults, trustedAuthservId }: Received): Judgement => {
  if (trustedAuthservId === null) return 'untold';
  const verdict = trustedVerdict(serverResults, trustedAuthservId, from);
  // The server may have found a signature that covers one of two fields.
  return verdict === 'pass' && isEquivocal(bytes) ? 'unjudged' : verdict;
};

interface Unproven extends Pick<Received, 'bytes' | 'from'> {
  readonly judgement: Exclude<Judgement, Authentication>;
  /** It is null if it is not known: SPF is not checked then. */
  readonly connection: Connection | null;
}

/**
 * Decides whether a message is from its sender, by DKIM, SPF and DMARC, if no judgement decides.
 *
 * @throws {UnansweredDns} if the verdict depends on it; the message is retried then
 */
export const authenticate = async ({ judgement, ...message }: Unproven): Promise<Authentication> => {
  const domain = domainOf(message.from);
  // No one can prove a name without a dot.
  if (!domain?.includes('.')) return 'none';
  if (judgement === 'untold') return check(message, domain);
  // The trusted server's verdict holds, unless the portal finds a proof by itself. It may have no DNS.
  return (await check(message, domain).catch(() => null)) === 'pass' ? 'pass' : 'none';
};

const check = async (
  { bytes, from, connection }: Omit<Unproven, 'judgement'>,
  domain: string,
): Promise<Authentication> => {
  const dns = openDns();
  try {
    // The hashes of a large message keep this thread busy for seconds: no query waits meanwhile, or it would time out.
    const signatures = await checkSignatures(dns, { bytes, from });
    const [envelope, policy] = await Promise.all([
      checkEnvelope(dns, connection, from),
      findPolicy(dns, domain),
    ]);
    const verdict = verdictOf({ domain, signatures, envelope, policy });
    if (verdict.kind === 'known') return verdict.authentication;
    throw new UnansweredDns(`DNS did not answer, so the sender could not be checked (${verdict.failure}).`);
  } finally {
    dns.close();
  }
};

/** Number of keys to look up: one for each signature. */
const mostKeys = 8;
/** RFC 7208 allows ten, and each may name ten hosts with two kinds of addresses. */
const mostOfSpf = 60;
/** Number of policies to look up: that of the domain, and that of its organization. */
const mostPolicies = 2;

interface Mail {
  readonly bytes: Uint8Array;
  /** The address of its sender. */
  readonly from: string;
}

/** Finds the domains that signed a message (DKIM, RFC 6376), among those that may be its sender's. */
const checkSignatures = async (dns: Dns, { bytes, from }: Mail): Promise<Signatures> => {
  const message = withUsefulSignatures(bytes, from);
  if (!message) return { domains: [], failure: null };
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const { resolve, failure } = dns.lookups(mostKeys);
  // It throws for invalid dates.
  const checked = await dkimVerify(message, { resolver: resolve }).catch(() => null);
  // A header that it reads differently says nothing about this sender.
  if (checked?.headerFrom.length !== 1 || !isSame(checked.headerFrom[0], from))
    return { domains: [], failure: failure() };
  const valid = checked.results.filter(({ status }) => status.result === 'pass' && !status.underSized);
  return { domains: valid.map(({ signingDomain }) => signingDomain), failure: failure() };
};

const isSame = (one = '', other: string): boolean => mailboxOf(one) === mailboxOf(other);

const mailboxOf = (address: string): string =>
  `${address.slice(0, address.lastIndexOf('@')).toLowerCase()}@${domainOf(address)}`;

/** Asks whether the sender's domain lets a server send for it (SPF, RFC 7208). */
const checkEnvelope = async (dns: Dns, connection: Connection | null, from: string): Promise<Envelope> => {
  const { ip = null, helo = null } = connection ?? {};
  const sender = connection && envelopeSender(connection);
  // A result for another domain says nothing about this sender.
  if (ip === null || !sender || !isAligned(sender, from))
    return { domain: '', result: 'none', failure: null };
  const { spf } = await import('mailauth/lib/spf/index.js');
  // Only addresses of the client's kind can match, and servers that fail for the other kind are common.
  const lookups = dns.lookups(mostOfSpf, isIPv6(ip) && !/^::ffff:/i.test(ip) ? undefined : 'AAAA');
  const { status } = await spf({ ip, sender, helo: helo ?? ip, resolver: lookups.resolve });
  const result = lookups.isExhausted() ? 'none' : status.result;
  return {
    domain: sender,
    result: result === 'pass' || result === 'fail' ? result : 'none',
    failure: lookups.failure(),
  };
};

/** Without an envelope sender, the name of the server counts. Returns null if the sender is not known. */
const envelopeSender = ({ sender, helo }: Connection): string | null => {
  if (sender === null) return null;
  const address = sender === '' ? `postmaster@${helo ?? ''}` : sender;
  const domain = domainOf(address);
  return domain && `${address.slice(0, Math.max(0, address.lastIndexOf('@')))}@${domain}`;
};

/** Finds the policy of a domain for mail in its name (DMARC, RFC 7489). */
const findPolicy = async (dns: Dns, domain: string): Promise<Policy> => {
  const { dmarc } = await import('mailauth/lib/dmarc/index.js');
  const { resolve, failure } = dns.lookups(mostPolicies);
  const found = await dmarc({ headerFrom: domain, resolver: resolve });
  const isFound = found !== false && /^(?:none|quarantine|reject)$/i.test(found.p?.trim() ?? '');
  if (!isFound) return { alignment: null, failure: failure() };
  const { dkim, spf } = found.alignment;
  return { alignment: { dkim: kindOf(dkim), spf: kindOf(spf) }, failure: failure() };
};

const kindOf = ({ strict }: { strict: boolean }): Alignment => (strict ? 'strict' : 'relaxed');

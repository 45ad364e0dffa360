import { domainOf } from '../../../core/shared/addresses/hostDomain.ts';
import type { ServerResults } from '../message/header/serverResults.ts';
import { trustedVerdict } from './authenticationResults.ts';
import type { Connection } from './connection.ts';
import { checkEnvelope, checkSignatures, findPolicy } from './methods.ts';
import { openDns } from './resolver.ts';
import { isEquivocal } from './signedMessage.ts';
import { UnansweredDns } from './UnansweredDns.ts';
import { verdictOf } from './verdict.ts';

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

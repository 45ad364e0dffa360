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

interface Unproven {
  /** The raw message. */
  readonly bytes: Uint8Array;
  /** The address of its only sender. */
  readonly from: string;
  readonly serverResults: ServerResults;
  /** Null if it is not known: SPF is not checked then. */
  readonly connection: Connection | null;
  /** The server whose verdict counts for this way in; null: the portal checks by itself. */
  readonly trustedAuthservId: string | null;
}

/**
 * Decides whether a message is from its sender, by DKIM, SPF and DMARC, or by the verdict of a trusted server.
 *
 * @throws {UnansweredDns} if the verdict depends on it; the message is retried then
 */
export const authenticate = async (message: Unproven): Promise<Authentication> => {
  const { from, serverResults, trustedAuthservId } = message;
  const said = trustedAuthservId === null ? null : trustedVerdict(serverResults, trustedAuthservId, from);
  // The server may have found a signature that covers one of two fields.
  const verdict = said === 'pass' && isEquivocal(message.bytes) ? 'unjudged' : said;
  if (verdict !== null && verdict !== 'unjudged') return verdict;
  const domain = domainOf(from);
  // No one can prove a name without a dot.
  if (!domain?.includes('.')) return 'none';
  if (verdict === null) return check(message, domain);
  // The trusted server's verdict holds, unless the portal finds a proof by itself. It may have no DNS.
  return (await check(message, domain).catch(() => null)) === 'pass' ? 'pass' : 'none';
};

const check = async ({ bytes, from, connection }: Unproven, domain: string): Promise<Authentication> => {
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

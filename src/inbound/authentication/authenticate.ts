import type { AuthenticateResult } from 'mailauth';
import { isAligned } from './alignment.ts';
import { trustedVerdict } from './authenticationResults.ts';
import { buildResolve } from './resolver.ts';

/** Whether a message is from its sender: proven, not proven, or disproven. */
export type Authentication = 'pass' | 'none' | 'fail';

/** What is known of the SMTP connection by which a message came. */
export interface Connection {
  readonly ip: string;
  readonly helo: string | null;
  /** The envelope's sender; `''` for the empty one. */
  readonly sender: string | null;
}

interface Unproven {
  /** The raw message. */
  readonly bytes: Uint8Array;
  /** The address of its only sender. */
  readonly from: string;
  /** Its `Authentication-Results`, from the top. */
  readonly results: readonly string[];
  /** Null if it is not known: SPF is not checked then. */
  readonly connection: Connection | null;
  /** The server whose verdict counts; null: the portal checks by itself. */
  readonly trustedAuthservId: string | null;
}

/**
 * Says whether a message is from its sender, by DKIM, SPF and DMARC, or by the verdict of a trusted server.
 *
 * @throws if DNS did not answer and the verdict depends on it; the message is tried again then
 */
export const authenticate = async ({
  bytes,
  from,
  results,
  connection,
  trustedAuthservId,
}: Unproven): Promise<Authentication> => {
  if (trustedAuthservId !== null) return trustedVerdict(results, trustedAuthservId, from);
  // A portal without mail in does not load it.
  const { authenticate: check } = await import('mailauth');
  const checked = await check(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    resolver: buildResolve(),
    ...(connection && {
      ip: connection.ip,
      helo: connection.helo ?? connection.ip,
      sender: connection.sender ?? '',
    }),
    trustReceived: false,
    disableArc: true,
    disableBimi: true,
  });
  return verdictOf(checked, from);
};

const verdictOf = ({ dkim, spf, dmarc }: AuthenticateResult, from: string): Authentication => {
  const policy = dmarc ? dmarc.status.result : 'none';
  if (policy === 'pass') return 'pass';
  const signatures = dkim.results.map(({ status }) => status);
  const sender = spf ? spf.status.result : 'none';
  // Another answer of DNS could change the verdict.
  if ([policy, sender, ...signatures.map(({ result }) => result)].some(isTemporary))
    throw new Error('DNS did not answer, so the sender could not be checked.');
  if (policy === 'fail') return 'fail';
  const isSigned = signatures.some(
    ({ result, aligned, underSized }) => result === 'pass' && aligned && !underSized,
  );
  const isSendersDomain = spf !== false && isAligned(spf.domain ?? '', from);
  if (isSigned || (sender === 'pass' && isSendersDomain)) return 'pass';
  return sender === 'fail' && isSendersDomain ? 'fail' : 'none';
};

const isTemporary = (result: string): boolean => result.startsWith('temperr');

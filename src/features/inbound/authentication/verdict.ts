import { type Alignment, isAligned } from './domains.ts';

/** A query that DNS did not answer, and the reason; null if it answered all. */
type Failure = string | null;

export interface Signatures {
  /** The domains whose signature is valid. */
  readonly domains: readonly string[];
  readonly failure: Failure;
}

export interface Envelope {
  /** The address, or domain, that was asked about. */
  readonly domain: string;
  readonly result: 'pass' | 'fail' | 'none';
  readonly failure: Failure;
}

interface Alignments {
  readonly dkim: Alignment;
  readonly spf: Alignment;
}

export interface Policy {
  /** It is null if the domain has none. */
  readonly alignment: Alignments | null;
  readonly failure: Failure;
}

/** The findings of the methods about a message. */
interface Evidence {
  /** The domain of the sender. */
  readonly domain: string;
  readonly signatures: Signatures;
  readonly envelope: Envelope;
  readonly policy: Policy;
}

type Verdict =
  | { readonly kind: 'known'; readonly authentication: 'pass' | 'none' | 'fail' }
  /** Another answer of DNS could change the verdict. */
  | { readonly kind: 'unknown'; readonly failure: string };

/** Decides on the sender by the evidence. It asks only for what it needs: one proof is enough. */
export const verdictOf = ({ domain, signatures, envelope, policy }: Evidence): Verdict => {
  const isProven = ({ dkim, spf }: Alignments): boolean =>
    signatures.domains.some((signer) => isAligned(signer, domain, dkim)) ||
    (envelope.result === 'pass' && isAligned(envelope.domain, domain, spf));

  // A policy that is not known may be the strictest.
  if (isProven(policy.failure === null ? (policy.alignment ?? relaxed) : strict)) return known('pass');
  const failure = policy.failure ?? signatures.failure ?? envelope.failure;
  if (failure !== null) return { kind: 'unknown', failure };
  return known(policy.alignment || envelope.result === 'fail' ? 'fail' : 'none');
};

const known = (authentication: 'pass' | 'none' | 'fail'): Verdict => ({ kind: 'known', authentication });

const relaxed: Alignments = { dkim: 'relaxed', spf: 'relaxed' };
const strict: Alignments = { dkim: 'strict', spf: 'strict' };

/** The SMTP connection by which a message came, as far as it is known. */
export interface Connection {
  /** It is null if it is not known: SPF is not checked then. */
  readonly ip: string | null;
  readonly helo: string | null;
  /** The envelope's sender; `''` for the empty one. It is null if it is not known: SPF is not checked then. */
  readonly sender: string | null;
}

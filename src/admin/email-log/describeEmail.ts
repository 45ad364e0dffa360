import type { Tone } from '../shared/StatusPill.tsx';

/** What the status of a row is derived from. */
interface Outcome {
  readonly status: 'sent' | 'failed';
  readonly transport: string | null;
  readonly error: string | null;
  readonly messageId: string | null;
  readonly hasFallback: boolean;
}

export const describeStatus = ({
  status,
  hasFallback,
}: Pick<Outcome, 'status' | 'hasFallback'>): { tone: Tone; words: string } => {
  if (status === 'failed') return { tone: 'bad', words: 'Failed' };
  return hasFallback ? { tone: 'warning', words: 'Sent by fallback' } : { tone: 'good', words: 'Sent' };
};

const afterwards = 'A bounce, a spam filter or a suppression list acts after that, and is not visible here.';

/** What a transport proves by taking a mail. */
const proofs: Readonly<Record<string, string>> = {
  proxy: `The proxy accepted the mail: it answered with success. ${afterwards}`,
  smtp: `The SMTP server accepted the mail after its last line, and is responsible for it since. ${afterwards}`,
  phpmail:
    'Only the server’s own mail program accepted the mail. That does not prove that it ever left this machine.',
};

const unknownMark = 'Outcome unknown:';

/** In plain words what is known of a mail, and what is not. */
export const describeProof = ({
  status,
  transport,
  error,
  messageId,
}: Omit<Outcome, 'hasFallback'>): string => {
  if (status === 'sent') {
    return (
      proofs[transport ?? ''] ?? `The transport ${transport} took the mail without an error. ${afterwards}`
    );
  }
  if (transport === null) return 'No transport was tried: nobody got this mail.';
  if (error?.startsWith(unknownMark)) {
    return 'The mail may have been accepted: the answer never came. It was not sent again, so nobody gets it twice.';
  }
  if (messageId !== null)
    return 'Some recipients were accepted, others refused; the error names each of them.';
  return 'No transport accepted this mail: nobody got it.';
};

/** Where `sent` proves the least, and what to do about it. */
export const isWeakProof = ({ status, transport }: Pick<Outcome, 'status' | 'transport'>): boolean =>
  status === 'sent' && transport === 'phpmail';

import type { DeliveryState } from '../../mail-events/vocabulary.ts';
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

/** What became of a mail after it was handed over, in a word. */
export const deliveryWords: Readonly<Record<DeliveryState, string>> = {
  complained: 'Marked as spam',
  bounced: 'Bounced',
  deferred: 'Delayed',
  delivered: 'Delivered',
};

export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  complained: 'bad',
  bounced: 'bad',
  deferred: 'warning',
  delivered: 'good',
};

const afterwards = 'What became of it afterwards stands below, if its provider or a bounce tells.';

/** What it proves that a transport accepted a mail. */
const proofs: Readonly<Record<string, string>> = {
  proxy: `The proxy accepted the mail: it answered with success. ${afterwards}`,
  smtp: `The SMTP server accepted the mail and is responsible for it now. ${afterwards}`,
  phpmail:
    'Only the server’s own mail program accepted the mail. That does not prove that it ever left this machine.',
};

const unknownMark = 'Outcome unknown:';

/** What is known about a mail, and what is not. */
export const describeProof = ({
  status,
  transport,
  error,
  messageId,
}: Omit<Outcome, 'hasFallback'>): string => {
  if (status === 'sent') {
    return proofs[transport ?? ''] ?? `The transport ${transport} accepted the mail. ${afterwards}`;
  }
  if (transport === null) return 'No transport was tried: no one got this mail.';
  if (error?.startsWith(unknownMark)) {
    return 'The outcome is unknown: the transport never answered and may have accepted the mail. It was not sent again, so no one gets it twice.';
  }
  if (messageId !== null)
    return 'Some recipients were accepted, others rejected; the error names each of them.';
  return 'No transport accepted this mail: no one got it.';
};

/** Whether `sent` proves little: only the local mail program accepted the mail. */
export const isWeakProof = ({ status, transport }: Pick<Outcome, 'status' | 'transport'>): boolean =>
  status === 'sent' && transport === 'phpmail';

import { unknownMark } from '../../../core/shared/errors/mailFailure.ts';
import type { TextKey, TranslateText } from '../../../core/texts/text.ts';
import type { Tone } from '../../../core/ui/parts/words/words.tsx';
import type { DeliveryState } from '../deliveries/vocabulary.ts';

/** The columns that the status of a row is derived from. */
interface Outcome {
  readonly status: 'sent' | 'failed';
  readonly transport: string | null;
  readonly error: string | null;
  readonly messageId: string | null;
  readonly hasFallback: boolean;
}

export const describeStatus = (
  { status, hasFallback }: Pick<Outcome, 'status' | 'hasFallback'>,
  t: TranslateText,
): { tone: Tone; words: string } => {
  if (status === 'failed') return { tone: 'bad', words: t('emailLog:status:failed') };
  return hasFallback
    ? { tone: 'warning', words: t('emailLog:status:fallback') }
    : { tone: 'good', words: t('emailLog:status:sent') };
};

export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  complained: 'bad',
  bounced: 'bad',
  deferred: 'warning',
  delivered: 'good',
};

/** The meaning of a transport's acceptance, in words. */
const proofs: Readonly<Record<string, TextKey>> = {
  proxy: 'emailLog:proof:proxy',
  smtp: 'emailLog:proof:smtp',
};

/** The certainty about a mail: facts, and open questions. */
export const describeProof = (
  { status, transport, error, messageId }: Omit<Outcome, 'hasFallback'>,
  t: TranslateText,
): string => {
  if (isWeakProof({ status, transport })) return t('emailLog:proof:phpmail');
  if (status === 'sent') {
    const proof = t(proofs[transport ?? ''] ?? 'emailLog:proof:other', { transport: String(transport) });
    return `${proof} ${t('emailLog:proof:afterwards')}`;
  }
  if (transport === null) return t('emailLog:proof:notTried');
  if (error?.startsWith(unknownMark)) return t('emailLog:proof:unknown');
  return t(messageId === null ? 'emailLog:proof:none' : 'emailLog:proof:partly');
};

/** True if `sent` proves little, because only the local mail program accepted the mail. */
export const isWeakProof = ({ status, transport }: Pick<Outcome, 'status' | 'transport'>): boolean =>
  status === 'sent' && transport === 'phpmail';

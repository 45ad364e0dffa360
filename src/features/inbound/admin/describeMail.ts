import type { TranslateText } from '../../../core/texts/text.ts';
import type { Tone } from '../../../core/ui/StatusPill.tsx';
import type { Authentication } from '../authentication/authenticate.ts';
import { heldReasons, type InboundOutcome } from '../vocabulary.ts';

/** What became of a message, in a word. */
export const outcomeWord = (outcome: InboundOutcome | null, t: TranslateText): string =>
  t(`inbound:outcome:${outcome ?? 'none'}`);

export const outcomeTones: Readonly<Record<InboundOutcome, Tone>> = {
  held: 'warning',
  failed: 'bad',
  reply: 'good',
  ticket: 'good',
  bounce: 'neutral',
  ignored: 'neutral',
  discarded: 'neutral',
};

const heldReasonOf = (reason: string | null) => heldReasons.find((one) => one === reason);

/** Why a message waits, in a few words for the list. */
export const shortReason = (reason: string | null, t: TranslateText): string | null => {
  const held = heldReasonOf(reason);
  return held ? t(`inbound:shortReason:${held}`) : reason;
};

/** Why, and what to do about it. */
export const longReason = (
  outcome: InboundOutcome | null,
  reason: string | null,
  t: TranslateText,
): string => {
  if (outcome !== 'held') return t(`inbound:became:${outcome ?? 'none'}`, { reason: reason ?? '' });
  const held = heldReasonOf(reason);
  return held ? t(`inbound:longReason:${held}`) : '';
};

/** Whether the sender is proven, in a sentence. */
export const proofOf = (authentication: Authentication | null, t: TranslateText): string =>
  t(`inbound:proof:${authentication ?? 'unchecked'}`);

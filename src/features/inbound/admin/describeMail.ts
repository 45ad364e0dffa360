import type { TranslateText } from '../../../core/texts/text.ts';
import type { Tone } from '../../../core/ui/parts/words/words.tsx';
import type { Authentication } from '../authentication/authenticate.ts';
import { unwantedReasonOf } from '../storage/fate.ts';
import { heldReasons, type InboundOutcome, keptDays, mostAnHour } from '../vocabulary.ts';

/** The outcome of a message, in a word. */
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

/** The reason of an outcome, in a few words for the list. */
export const shortReason = (
  outcome: InboundOutcome | null,
  reason: string | null,
  t: TranslateText,
): string | null => {
  const held = heldReasonOf(reason);
  if (held) return t(`inbound:shortReason:${held}`, { most: mostAnHour });
  const unwanted = unwantedReasonOf({ outcome, reason });
  return unwanted ? t(`inbound:shortUnwanted:${unwanted}`) : reason;
};

/** The reason, and the next step. */
export const longReason = (
  outcome: InboundOutcome | null,
  reason: string | null,
  t: TranslateText,
): string => {
  const unwanted = unwantedReasonOf({ outcome, reason });
  if (unwanted) return t(`inbound:unwanted:${unwanted}`, { days: keptDays });
  if (outcome !== 'held')
    return t(`inbound:became:${outcome ?? 'none'}`, { reason: reason ?? '', days: keptDays });
  const held = heldReasonOf(reason);
  return held ? t(`inbound:longReason:${held}`, { most: mostAnHour }) : '';
};

/** A sentence on whether the sender is proven. */
export const proofOf = (authentication: Authentication | null, t: TranslateText): string =>
  t(`inbound:proof:${authentication ?? 'unchecked'}`);

import { type UnwantedReason, unwantedReasons } from '../vocabulary.ts';
import type { StoredMail } from './storedMail.ts';

type Fate = Pick<StoredMail, 'outcome' | 'reason'>;

/** True for a message that waits for staff. */
export const waits = ({ outcome }: Pick<Fate, 'outcome'>): boolean =>
  outcome === 'held' || outcome === 'failed';

/** The reason why a message is unwanted: its sender is blocked, or staff marked it as spam. Returns null for all others. */
export const unwantedReasonOf = ({ outcome, reason }: Fate): UnwantedReason | null =>
  outcome === 'ignored' ? (unwantedReasons.find((one) => one === reason) ?? null) : null;

/** True for a message on which staff can decide: it waits, or it is unwanted. It is kept for 30 days. */
export const isDecidable = (fate: Fate): boolean => waits(fate) || unwantedReasonOf(fate) !== null;

/** True for a message whose page offers a decision: an unwanted one only while the message itself is stored. */
export const offersDecision = (mail: Fate & Pick<StoredMail, 'filename'>): boolean =>
  waits(mail) || (isDecidable(mail) && mail.filename !== null);

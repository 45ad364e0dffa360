import type { Authentication } from '../../inbound/authentication/authenticate.ts';
import type { HeldReason, InboundOutcome } from '../../inbound/vocabulary.ts';
import type { Tone } from '../shared/StatusPill.tsx';

/** What became of a message, in a word. */
export const outcomeWords: Readonly<Record<InboundOutcome, string>> = {
  held: 'Waiting',
  failed: 'Failed',
  reply: 'Reply',
  ticket: 'New ticket',
  bounce: 'Bounce',
  ignored: 'Ignored',
  discarded: 'Discarded',
};

export const outcomeTones: Readonly<Record<InboundOutcome, Tone>> = {
  held: 'warning',
  failed: 'bad',
  reply: 'good',
  ticket: 'good',
  bounce: 'neutral',
  ignored: 'neutral',
  discarded: 'neutral',
};

/** Why a message waits, in a few words for the list. */
const shortReasons: Readonly<Record<HeldReason, string>> = {
  unknown_sender: 'The sender is not known',
  not_a_participant: 'The sender may not write to this ticket',
  authentication_failed: 'The sender is not proven',
  too_many: 'More than 20 messages in an hour',
  ambiguous: 'It does not say for whom it is',
};

/** Why, and what to do about it. */
const longReasons: Readonly<Record<HeldReason, string>> = {
  unknown_sender:
    'No user has this address. Make it a ticket of an organization, put it on a ticket, or discard it.',
  not_a_participant:
    'Its sender may not write to the ticket that it names: a stranger, or a client of another organization. Put it on the ticket if you know the sender, or discard it.',
  authentication_failed:
    'DKIM, SPF and DMARC do not prove that it is from this sender. It may be forged: ask the sender by another way before you accept it.',
  too_many:
    'The sender has had 20 messages processed within an hour. If this is no loop of two machines, accept what is real.',
  ambiguous:
    'It has several senders, names several tickets, or is from a member of the team who does not say for which client they write. Put it where it belongs.',
};

export const shortReason = (reason: string | null): string | null =>
  reason === null ? null : (shortReasons[reason as HeldReason] ?? reason);

export const longReason = (outcome: InboundOutcome | null, reason: string | null): string => {
  if (outcome === null) return 'It was received and is about to be processed.';
  if (outcome === 'held') return longReasons[reason as HeldReason] ?? '';
  if (outcome === 'failed')
    return `${reason ?? ''} It is kept for 30 days: download it, and put it on a ticket if it can be read.`;
  if (outcome === 'ignored') return `A machine sent it (${reason ?? ''}), so it causes nothing.`;
  if (outcome === 'bounce') return 'A mail server says that it could not deliver a mail of ours.';
  if (outcome === 'discarded') return 'A member of staff discarded it.';
  return outcome === 'reply' ? 'It was added to a ticket.' : 'It became a ticket.';
};

/** Whether the sender is proven, in a sentence. */
export const proofOf = (authentication: Authentication | null): string => {
  if (authentication === 'pass') return 'Proven: DKIM, SPF or DMARC pass.';
  if (authentication === 'fail') return 'Disproven: the sender’s domain says that this mail is not its own.';
  return authentication === 'none' ? 'Not proven: the sender’s domain says nothing.' : 'Not checked.';
};

import { createLocalReq, type PayloadRequest } from 'payload';
import { inTransaction } from '../../../core/database/transaction.ts';
import type { Authentication } from '../authentication/authenticate.ts';
import type { Decision } from '../decision/decide.ts';
import type { ReadMail } from '../decision/gatherFacts.ts';
import { addressOf } from '../message/header/author.ts';
import { joiningClient } from '../senders/joiningClient.ts';
import { hasHadEnough, lockSender } from '../senders/senderLimit.ts';
import { isSentAgain } from '../senders/sentAgain.ts';
import { findMail, type Settlement, settleMail } from '../storage/storedMail.ts';
import type { HeldReason, InboundOutcome } from '../vocabulary.ts';
import { act, inMailTransaction, type Target } from './act.ts';

export interface Settled {
  readonly outcome: InboundOutcome;
  readonly reason: string | null;
}

/**
 * Writes an outcome that creates nothing, unless another process was first.
 *
 * @param also further work in the same transaction; it returns additions to the outcome
 */
export const settle = async (
  { payload, portal, mail }: Pick<ReadMail, 'payload' | 'portal' | 'mail'>,
  settlement: Settlement,
  also: (req: PayloadRequest) => Promise<Partial<Settlement>> = async () => ({}),
): Promise<Settled | null> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const locked = await findMail(req, portal, mail.id, 'for update');
    if (locked?.outcome !== null) return null;
    await settleMail(req, portal, mail.id, { ...settlement, ...(await also(req)) });
    return { outcome: settlement.outcome, reason: settlement.reason ?? null };
  });
};

type Creation = Extract<Decision, { kind: 'reply' | 'ticket' }>;

interface DecidedCreation {
  readonly decision: Creation;
  readonly authentication: Authentication;
}

/** Creates what was decided, unless another process was first. */
export const createFrom = (
  { payload, portal, mail, message }: ReadMail,
  { decision, authentication }: DecidedCreation,
): Promise<Settled | null> =>
  inMailTransaction(payload, async (req, refused) => {
    const locked = await findMail(req, portal, mail.id, 'for update');
    if (locked?.outcome !== null) return null;
    const hold = async (reason: HeldReason) => {
      const { text } = message;
      await settleMail(req, portal, mail.id, { outcome: 'held', reason, authentication, text });
      return { outcome: 'held' as const, reason };
    };
    const address = addressOf(message.author) ?? '';
    await lockSender(req, address);
    if (await hasHadEnough(req, portal, address)) return hold('too_many');
    const isProven = authentication === 'pass';
    if (isProven && (await isSentAgain({ req, message, from: address, mailId: mail.id })))
      return hold('ambiguous');
    const target = targetOf(decision);
    const sender =
      decision.sender ?? (await joiningClient({ req, portal, message, organization: target.organization }));
    if (sender === 'too_many' || sender === 'ambiguous') return hold(sender);
    const created = await act({
      req,
      portal,
      message,
      isProven,
      target,
      sender,
      refused,
      receipt: 'seldom',
    });
    await settleMail(req, portal, mail.id, { outcome: decision.kind, authentication, ...created });
    return { outcome: decision.kind, reason: null };
  });

/** A reply goes to the ticket that its own was merged into, if that happened since the decision. */
const targetOf = (decision: Creation): Target =>
  decision.kind === 'ticket'
    ? { kind: 'ticket', organization: decision.organization }
    : { kind: 'reply', ticketId: decision.ticket.id, organization: decision.ticket.organization };

import { createLocalReq, type PayloadRequest } from 'payload';
import { inTransaction } from '../../core/database/transaction.ts';
import { idText } from '../../core/shared/values/ids.ts';
import { takeEvents } from '../delivery/feature.ts';
import type { Bounce } from './bounce/vocabulary.ts';
import type { ReadMail } from './decision/gatherFacts.ts';
import { findMail, type Settlement, settleMail } from './storage/storedMail.ts';
import type { InboundOutcome } from './vocabulary.ts';

/** A message that a job has begun, and that is not read yet. */
export type ClaimedMail = Omit<ReadMail, 'message' | 'judgement' | 'bytes' | 'options'>;

/** The fate of a message. */
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

/** The fate of a message whose sender, or their domain, is blocked. */
export const blocked = { outcome: 'ignored', reason: 'blocked' } as const;

/** Records the report of a bounce about the mail that came back, and settles the bounce. */
export const settleBounce = (reading: ReadMail, bounce: Bounce): Promise<Settled | null> => {
  const { portal, mail, message } = reading;
  const events = bounce.recipients.map(({ address, ...said }) => ({
    ...said,
    eventId: `mail ${mail.id}`,
    messageIds: bounce.messageIds,
    recipient: address ?? '',
    at: mail.received_at,
  }));
  return settle(reading, { outcome: 'bounce', text: message.text }, async (req) => {
    if (bounce.messageIds.length === 0) return {};
    const [email] = (await takeEvents(req, portal, 'mail', events)).emails;
    return { logRowId: email === undefined ? null : idText(email) };
  });
};

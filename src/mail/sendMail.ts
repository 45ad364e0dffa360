import type { Payload, TypedUser } from 'payload';
import { currentUser } from '../request/initiator.ts';
import { currentRequest } from '../request/requestContext.ts';
import { toStorable } from '../shared/text.ts';
import { settleAdapter } from './adapterOutcome.ts';
import type { EmailAttempt } from './attempt.ts';
import { buildAttempt } from './buildAttempt.ts';
import { chainTransports } from './chain.ts';
import type { MailConnections } from './connectedTransports.ts';
import type { MailInFlight, MailInterceptor } from './interception.ts';
import { MailError } from './MailError.ts';
import { maskSecrets } from './masking.ts';
import { describeOutcome, type MailOutcome, refusedBeforeTransports } from './outcome.ts';
import { claimOf, tellSender } from './portalMail.ts';
import { prepareMail } from './prepare.ts';
import { checkRecipients } from './recipients.ts';
import { type Senders, senderOf } from './sender.ts';
import type { MailTransport } from './transport.ts';

export interface SendMailParts {
  payload: Payload;
  connections: MailConnections;
  /** The app's default sender, as `Name <address>`. */
  defaultFrom(): string;
  /** The id of a user whom the log may name. */
  userIdOf(user: TypedUser | null): string | null;
  /** Hears of a mail before anything tries to carry it, as it is to read if this process dies on the way. */
  begun(attempt: EmailAttempt): string;
  /**
   * Hears of each transport that is about to be tried, by the row as it is to read from now on in that case. It is on the
   * disk when this returns.
   */
  trying(key: string, attempt: EmailAttempt): void;
  /** Hears that a mail is not sent after all. */
  withdrawn(key: string): void;
  /** Hears of every attempt, once, before the sender does; never throws. */
  attempted(key: string, attempt: EmailAttempt): Promise<void>;
}

/** How the portal takes part in sending: it carries the mail over the chain, and tells of every attempt. */
export const buildSendMail = (parts: SendMailParts): MailInterceptor => ({
  async around(mail, proceed) {
    const moment = new Date();
    const requestUser = currentUser(parts.payload).catch(() => null);
    const knownUserId = parts.userIdOf(currentRequest()?.user ?? null);
    const unfinished = (outcome: MailOutcome) =>
      buildAttempt({
        mail,
        outcome,
        requestUserId: knownUserId,
        moment,
        secrets: parts.connections.secrets(),
      });
    const key = parts.begun(unfinished(cutOff));
    const claim = claimOf(mail.message);
    if (claim) {
      parts.trying(key, unfinished(cutOff));
      await claim().catch((error: unknown) => {
        parts.withdrawn(key);
        throw error;
      });
    }
    mail.trying = (transport, fallback) => parts.trying(key, unfinished({ ...cutOff, transport, fallback }));
    const { outcome, answer } = await settleAdapter(mail, proceed);
    const requestUserId = parts.userIdOf(await requestUser);
    const attempt = buildAttempt({
      mail,
      outcome,
      requestUserId,
      moment,
      secrets: parts.connections.secrets(),
    });
    await parts.attempted(key, attempt);
    tellSender(mail.message, attempt, outcome.response);
    return answer();
  },

  async carry(mail, original) {
    const recipients = checkRecipients(mail.message);
    if (!recipients.valid)
      return conclude(mail, refusedBeforeTransports(recipients.reason), parts.connections.secrets());
    const { transports, from } = await parts.connections.connected(mail.adapterName);
    const senders = { chosen: from, fallback: parts.defaultFrom() };
    if (transports)
      return conclude(mail, await carryOverChain(mail, transports, senders), parts.connections.secrets());
    const { portal: _portal, ...message } = mail.message;
    mail.trying(mail.adapterName, null);
    const { outcome, answer } = await settleAdapter(mail, () => original(message));
    mail.outcome = outcome;
    return answer();
  },
});

const carryOverChain = async (
  { message, trying }: MailInFlight,
  transports: readonly MailTransport[],
  senders: Senders,
): Promise<MailOutcome> => {
  const defaultFrom = senders.fallback;
  const prepared = await prepareMail(
    { ...message, from: senderOf(message.from, senders) },
    { defaultFrom },
  ).catch((error: Error) => error);
  if (prepared instanceof Error) return refusedBeforeTransports(prepared.message);
  return describeOutcome(await chainTransports(transports).send(prepared, trying), prepared);
};

/** What is known of a mail whose process died: somebody may have taken it. */
const cutOff: MailOutcome = refusedBeforeTransports(
  'Outcome unknown: the process ended while the mail was under way.',
);

/** Answers as nodemailer does: resolves where anybody's copy was accepted, with the refused ones in `rejected`. */
const conclude = (mail: MailInFlight, outcome: MailOutcome, secrets: readonly string[]) => {
  mail.outcome = outcome;
  if (outcome.accepted.length === 0)
    throw new MailError(toStorable(maskSecrets(outcome.error ?? '', secrets)));
  const { accepted, rejected, messageId, response, transport } = outcome;
  return { accepted, rejected, messageId, response, transport };
};

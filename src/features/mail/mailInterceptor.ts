import type { Payload, TypedUser } from 'payload';
import { currentUser } from '../../core/request/initiator.ts';
import { currentRequest } from '../../core/request/requestContext.ts';
import { MailError } from '../../core/shared/mailFailure.ts';
import { maskSecrets } from '../../core/shared/masking.ts';
import { toStorable } from '../../core/shared/text.ts';
import type { EmailAttempt, MailUnderWay } from '../email-log/feature.ts';
import { settleAdapter } from './adapterOutcome.ts';
import { buildAttempt } from './buildAttempt.ts';
import { chainTransports } from './chain.ts';
import type { MailConnections } from './connectedTransports.ts';
import type { MailInFlight, MailInterceptor } from './interception.ts';
import { prepareMail, type Senders, senderOf } from './message/prepare.ts';
import { checkRecipients } from './message/recipients.ts';
import { describeOutcome, failedWithoutTransport, type MailOutcome } from './outcome.ts';
import { takeJobOf, tellSender } from './portalMail.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

export interface SendMailParts {
  payload: Payload;
  connections: MailConnections;
  /** The app's default sender, as `Name <address>`. */
  defaultFrom(): string;
  /** The id of a user that the log may name. */
  userIdOf(user: TypedUser | null): string | null;
  /** True if Postmark reports on the delivery of mails. */
  isToldByPostmark(): Promise<boolean>;
  /** @param attempt the row to write if the process dies now */
  begin(attempt: EmailAttempt): MailUnderWay;
  /** Hears of every attempt, once, before the sender does; never throws. */
  attempted(mail: MailUnderWay, attempt: EmailAttempt): Promise<void>;
}

/**
 * The portal's part in sending a mail. `around` sees one mail from its beginning to its row. `carry` is called within it, in the
 * place of the app's adapter, and leaves the result in `mail.outcome`.
 */
export const buildMailInterceptor = (parts: SendMailParts): MailInterceptor => ({
  async around(mail, proceed) {
    const moment = new Date();
    const requestUser = currentUser(parts.payload).catch(() => null);
    const attemptOf = (outcome: MailOutcome, user: TypedUser | null) =>
      buildAttempt({
        mail,
        outcome,
        requestUserId: parts.userIdOf(user),
        moment,
        secrets: parts.connections.secrets(),
      });
    const knownUser = currentRequest()?.user ?? null;
    const unfinished = attemptOf(cutOff, knownUser);
    const underWay = parts.begin(unfinished);
    const takeJob = takeJobOf(mail.message);
    if (takeJob) {
      underWay.trying(unfinished);
      await takeJob().catch((error: unknown) => {
        underWay.withdrawn();
        throw error;
      });
    }
    mail.trying = (transport, fallback) =>
      underWay.trying(attemptOf({ ...cutOff, transport, fallback }, knownUser));
    const { outcome, answer } = await settleAdapter(mail, proceed);
    const attempt = attemptOf(outcome, await requestUser);
    await parts.attempted(underWay, attempt);
    tellSender(mail.message, attempt, outcome.response);
    return answer();
  },

  async carry(mail, original) {
    const recipients = checkRecipients(mail.message);
    if (!recipients.valid)
      return conclude(mail, failedWithoutTransport(recipients.reason), parts.connections.secrets());
    const { transports, from } = await parts.connections.connected(mail.adapterName);
    const senders = { chosen: from, fallback: parts.defaultFrom() };
    if (transports) {
      const isNamed = await parts.isToldByPostmark();
      const outcome = await carryOverChain(mail, transports, { senders, isNamed });
      return conclude(mail, outcome, parts.connections.secrets());
    }
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
  { senders, isNamed }: { readonly senders: Senders; readonly isNamed: boolean },
): Promise<MailOutcome> => {
  const defaultFrom = senders.fallback;
  const prepared = await prepareMail(
    { ...message, from: senderOf(message.from, senders) },
    { defaultFrom },
  ).catch((error: Error) => error);
  if (prepared instanceof Error) return failedWithoutTransport(prepared.message);
  const named = isNamed ? nameForPostmark(prepared) : prepared;
  return describeOutcome(await chainTransports(transports).send(named, trying), prepared);
};

/** Postmark's events know its own name for a mail alone, and send back this header, which no recipient gets. */
const nameForPostmark = (mail: OutgoingMail): OutgoingMail => {
  const { headers = {} } = mail.message;
  const name = { key: 'X-PM-Metadata-message-id', value: mail.messageId };
  const named = Array.isArray(headers) ? [...headers, name] : { ...headers, [name.key]: name.value };
  return { ...mail, message: { ...mail.message, headers: named } };
};

/** The outcome of a mail whose process died: a transport may have taken it. */
const cutOff: MailOutcome = failedWithoutTransport(
  'Outcome unknown: the process ended while the mail was under way.',
);

/** Resolves as nodemailer does: if the copy of any recipient was accepted, with the refused ones in `rejected`. */
const conclude = (mail: MailInFlight, outcome: MailOutcome, secrets: readonly string[]) => {
  mail.outcome = outcome;
  if (outcome.accepted.length === 0)
    throw new MailError(toStorable(maskSecrets(outcome.error ?? '', secrets)));
  const { accepted, rejected, messageId, response, transport } = outcome;
  return { accepted, rejected, messageId, response, transport };
};

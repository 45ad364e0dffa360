import type { Payload, SendEmailOptions, TypedUser } from 'payload';
import { currentRequest } from '../../../core/request/requestContext.ts';
import { MailError } from '../../../core/shared/errors/mailFailure.ts';
import { maskSecrets } from '../../../core/shared/secrets/masking.ts';
import { toStorable } from '../../../core/shared/text/text.ts';
import type { EmailAttempt, MailUnderWay } from '../../email-log/feature.ts';
import { chainTransports, type TellTry } from '../chain/chain.ts';
import { prepareMail } from '../chain/message/prepare.ts';
import { checkRecipients } from '../chain/message/recipients.ts';
import { describeOutcome, failedWithoutTransport, type MailOutcome } from '../chain/outcome.ts';
import type { MailTransport, OutgoingMail } from '../chain/transport.ts';
import type { MailConnections } from '../connectedTransports.ts';
import { jobOf, tellSender } from '../sending/portalMail.ts';
import { buildAttempt } from './buildAttempt.ts';
import { currentUser } from './initiator.ts';
import type { Carried, MailInterceptor } from './interception.ts';
import { type GivenMail, outcomeOfJourney, resume } from './journey.ts';
import { type Senders, senderOf } from './senderOf.ts';

interface SendMailParts {
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
  /** Called with every attempt, once, before the sender gets the result; never throws. */
  attempted(mail: MailUnderWay, attempt: EmailAttempt): Promise<void>;
}

/**
 * The portal's part in sending a mail. `around` sees one mail from its beginning to its row. `carry` is called within it, in the
 * place of the app's adapter.
 */
export const buildMailInterceptor = (parts: SendMailParts): MailInterceptor => ({
  async around(mail, proceed) {
    const moment = new Date();
    const requestUser = currentUser(parts.payload).catch(() => null);
    const attemptOf = ({ message }: GivenMail, outcome: MailOutcome, user: TypedUser | null) =>
      buildAttempt({
        message,
        outcome,
        requestUserId: parts.userIdOf(user),
        moment,
        secrets: parts.connections.secrets(),
      });
    const knownUser = currentRequest()?.user ?? null;
    const unfinished = attemptOf(mail, cutOff, knownUser);
    const underWay = parts.begin(unfinished);
    const job = jobOf(mail.message);
    if (job) {
      underWay.trying(unfinished, job);
      await job.take().catch((error: unknown) => {
        underWay.withdrawn();
        throw error;
      });
    }
    const journey = await proceed((given, transport, fallback) =>
      underWay.trying(attemptOf(given, { ...cutOff, transport, fallback }, knownUser)),
    );
    const outcome = outcomeOfJourney(journey);
    const attempt = attemptOf(journey.mail, outcome, await requestUser);
    await parts.attempted(underWay, attempt);
    tellSender(journey.mail.message, attempt, outcome.response);
    return resume(journey.ending);
  },

  async carry({ message, adapterName }, { trying, original }) {
    const secrets = () => parts.connections.secrets();
    const recipients = checkRecipients(message);
    if (!recipients.valid) return conclude(failedWithoutTransport(recipients.reason), secrets());
    const { transports, from } = await parts.connections.connected(adapterName);
    if (transports) {
      const senders = { chosen: from, fallback: parts.defaultFrom() };
      const isNamed = await parts.isToldByPostmark();
      return conclude(await carryOverChain(message, { transports, senders, isNamed, trying }), secrets());
    }
    const { portal: _portal, ...sent } = message;
    trying(adapterName, null);
    const journey = await original(sent);
    return { outcome: outcomeOfJourney(journey), ending: journey.ending };
  },
});

interface ChainParts {
  readonly transports: readonly MailTransport[];
  readonly senders: Senders;
  /** True if the mail gets a name for Postmark. */
  readonly isNamed: boolean;
  readonly trying: TellTry;
}

const carryOverChain = async (
  message: SendEmailOptions,
  { transports, senders, isNamed, trying }: ChainParts,
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

/** Ends as nodemailer does: resolved if the copy of any recipient was accepted, with the refused ones in `rejected`. */
const conclude = (outcome: MailOutcome, secrets: readonly string[]): Carried => {
  if (outcome.accepted.length === 0) {
    const error = new MailError(toStorable(maskSecrets(outcome.error ?? '', secrets)));
    return { outcome, ending: { kind: 'rejected', error } };
  }
  const { accepted, rejected, messageId, response, transport } = outcome;
  return {
    outcome,
    ending: { kind: 'resolved', info: { accepted, rejected, messageId, response, transport } },
  };
};

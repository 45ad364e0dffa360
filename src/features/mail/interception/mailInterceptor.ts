import addressparser from 'nodemailer-10/lib/addressparser';
import type { Payload, SendEmailOptions, TypedUser } from 'payload';
import { currentRequest } from '../../../core/request/requestContext.ts';
import { MailError } from '../../../core/shared/errors/mailFailure.ts';
import { maskSecrets } from '../../../core/shared/secrets/masking.ts';
import { toStorable } from '../../../core/shared/text/text.ts';
import { type EmailAttempt, emptyRow, type MailUnderWay } from '../../email-log/feature.ts';
import {
  chainTransports,
  describeOutcome,
  failedWithoutTransport,
  type MailOutcome,
  type TellTry,
} from '../chain/chain.ts';
import { checkRecipients, prepareMail, recipientsText, subjectText } from '../chain/message/prepare.ts';
import { property } from '../chain/property.ts';
import type { MailTransport, OutgoingMail } from '../chain/transport.ts';
import type { MailConnections } from '../connectedTransports.ts';
import { declarationOf, jobOf, tellSender } from '../sending/portalMail.ts';
import { currentUser } from './initiator.ts';
import type { Carried, MailInterceptor } from './interception.ts';
import { type GivenMail, outcomeOfJourney, resume } from './journey.ts';

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

interface AttemptParts {
  message: SendEmailOptions;
  outcome: MailOutcome;
  /** The user of the request; the sender's own declaration takes precedence. */
  requestUserId: string | null;
  moment: Date;
  /** Passwords and tokens of the transports. */
  secrets: readonly string[];
}

/** The row of a mail attempt: only the parts of a mail that may be stored, masked. */
const buildAttempt = ({ message, outcome, requestUserId, moment, secrets }: AttemptParts): EmailAttempt => {
  const declaration = declarationOf(message);
  const mask = (text: string) => maskSecrets(text, secrets);
  const subject = subjectText(property(message, 'subject'));
  return {
    ...emptyRow,
    to: recipientsText(message),
    subject: subject === null ? null : mask(subject),
    type: declaration.type,
    related_type: declaration.relatedType,
    related_id: declaration.relatedId,
    transport: outcome.transport,
    status: outcome.status,
    error: outcome.error === null ? null : mask(outcome.error),
    created_at: moment.toISOString(),
    user_id: declaration.userId === undefined ? requestUserId : declaration.userId,
    message_id: outcome.messageId,
    fallback: outcome.fallback?.map(({ transport, error }) => ({ transport, error: mask(error) })) ?? null,
  };
};

interface Senders {
  /** The sender that Settings name. */
  readonly chosen: string | null;
  /** The app's default sender, which the CMS also puts into its own mails. */
  readonly fallback: string;
}

/** Uses the mail's `From`. Settings replace a missing or default one. */
const senderOf = (
  from: SendEmailOptions['from'],
  { chosen, fallback }: Senders,
): SendEmailOptions['from'] => {
  if (!from) return chosen ?? fallback;
  return chosen !== null && isSame(from, fallback) ? chosen : from;
};

const isSame = (from: NonNullable<SendEmailOptions['from']>, fallback: string): boolean => {
  const [sender] = typeof from === 'string' ? addressparser(from, { flatten: true }) : [from];
  const [expected] = addressparser(fallback, { flatten: true });
  return sender?.address === expected?.address && (sender?.name || '') === (expected?.name || '');
};

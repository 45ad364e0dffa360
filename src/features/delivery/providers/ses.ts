import type { Agent } from 'node:https';
import { z } from 'zod';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import type { DeliveryState, MailEvent } from '../../email-log/feature.ts';
import { type EventProvider, eventsOf, jsonOf, mostEvents, wrongCredential } from './provider.ts';
import { buildSnsSignature, download, snsHost } from './snsSignature.ts';

const envelope = z.looseObject({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  SubscribeURL: z.string().optional(),
});

const text = z.string().nullish();
const recipients = z
  .array(z.object({ emailAddress: text, diagnosticCode: text.optional(), status: text.optional() }))
  .nullish();

const schema = z.object({
  eventType: text,
  notificationType: text,
  mail: z.object({
    messageId: text,
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .nullish()
      .catch(null),
    commonHeaders: z.object({ messageId: text }).nullish().catch(null),
  }),
  bounce: z
    .object({ bounceType: text, bouncedRecipients: recipients, timestamp: text, feedbackId: text })
    .nullish(),
  complaint: z.object({ complainedRecipients: recipients, timestamp: text, feedbackId: text }).nullish(),
  delivery: z
    .object({ recipients: z.array(z.string()).nullish(), timestamp: text, smtpResponse: text.catch(null) })
    .nullish(),
  deliveryDelay: z.object({ delayedRecipients: recipients, timestamp: text }).nullish(),
});

interface SesOptions {
  /** Makes the connections to Amazon. Default: Node's own */
  readonly agent?: Agent;
}

/** Amazon SES reports by SNS: each message is signed by a certificate of Amazon's, and must be of the topic that is set. */
export const buildSes = ({ agent }: SesOptions = {}): EventProvider => {
  const isGenuine = buildSnsSignature(agent);
  return {
    async read({ body }, secret) {
      const parsed = envelope.safeParse(jsonOf(body));
      if (!parsed.success)
        throw validationFailed([
          { path: '', message: 'This is no message of Amazon SNS. Leave “raw message delivery” off.' },
        ]);
      const message = parsed.data;
      // Amazon is asked for a certificate only if the message is of the topic.
      if (message.TopicArn !== secret.trim()) throw wrongCredential('The message is of another SNS topic.');
      if (!(await isGenuine(message))) throw wrongCredential('The signature of the SNS message is wrong.');
      if (message.Type === 'SubscriptionConfirmation') await confirm(message.SubscribeURL ?? '', agent);
      return message.Type === 'Notification' ? readNotification(message.Message, message.TopicArn) : [];
    },
  };
};

export const ses = buildSes();

const readNotification = (message: string, topic: string): readonly MailEvent[] => {
  const { data: event } = schema.safeParse(parsed(message));
  if (!event) return [];
  const told = toldOf(event);
  if (!told) return [];
  const { mail } = event;
  const { at, feedbackId, state, isPermanent = false } = told;
  // Both of its ways of reporting may be set up for one topic. The id is that of the event, not of the message.
  const id = feedbackId ?? `${state} ${mail.messageId} ${at}`;
  return told.recipients.slice(0, mostEvents).flatMap(({ emailAddress, diagnosticCode, status }) =>
    eventsOf({
      id,
      names: namesOf(mail, topic),
      recipients: [emailAddress],
      state,
      isPermanent,
      detail: [diagnosticCode || status],
      at: new Date(at ?? ''),
    }),
  );
};

type SesEvent = z.output<typeof schema>;

interface Told {
  readonly state: DeliveryState;
  readonly isPermanent?: boolean;
  readonly recipients: NonNullable<z.output<typeof recipients>>;
  readonly at: string | null | undefined;
  readonly feedbackId?: string | null | undefined;
}

/** Returns null for a kind that says nothing of a delivery. */
const toldOf = ({ eventType, notificationType, ...event }: SesEvent): Told | null => {
  const { bounce, complaint, delivery, deliveryDelay } = event;
  switch (eventType ?? notificationType) {
    case 'Delivery': {
      const diagnosticCode = delivery?.smtpResponse;
      const delivered = (delivery?.recipients ?? []).map((emailAddress) => ({
        emailAddress,
        diagnosticCode,
      }));
      return { state: 'delivered', recipients: delivered, at: delivery?.timestamp };
    }
    case 'DeliveryDelay':
      return {
        state: 'deferred',
        recipients: deliveryDelay?.delayedRecipients ?? [],
        at: deliveryDelay?.timestamp,
      };
    case 'Bounce':
      return {
        state: 'bounced',
        isPermanent: bounce?.bounceType === 'Permanent',
        recipients: bounce?.bouncedRecipients ?? [],
        at: bounce?.timestamp,
        feedbackId: bounce?.feedbackId,
      };
    case 'Complaint':
      return {
        state: 'complained',
        recipients: complaint?.complainedRecipients ?? [],
        at: complaint?.timestamp,
        feedbackId: complaint?.feedbackId,
      };
    default:
      return null;
  }
};

/** SES replaces our `Message-ID` by its own, and reports ours among the original headers. */
const namesOf = ({ messageId, headers, commonHeaders }: SesEvent['mail'], topic: string) => {
  const original = headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
  const hosts = ['email', topic.split(':')[3]];
  const own = messageId ? hosts.map((host) => `${messageId}@${host}.amazonses.com`) : [];
  return [messageId, original, commonHeaders?.messageId, ...own];
};

/** A topic may carry other messages, such as the greeting of SES. */
const parsed = (message: string): unknown => {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
};

const confirmation = new RegExp(`^https://${snsHost}/\\?Action=ConfirmSubscription&`);

/** The address is signed, and still asked of Amazon alone. Redirects are not followed. */
const confirm = async (url: string, agent: Agent | undefined): Promise<void> => {
  if (!confirmation.test(url))
    throw validationFailed([{ path: 'SubscribeURL', message: 'This is no address of Amazon SNS.' }]);
  if ((await download(url, agent)) === null)
    throw new ApiError('unavailable', 'Amazon SNS did not accept the confirmation.');
};

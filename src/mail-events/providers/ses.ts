import { type Agent, get } from 'node:https';
import SnsValidator from 'sns-payload-validator';
import { z } from 'zod';
import { ApiError, validationFailed } from '../../shared/errors.ts';
import { within } from '../../shared/within.ts';
import type { MailEvent } from '../vocabulary.ts';
import { type EventProvider, eventsOf, jsonOf, wrongCredential } from './provider.ts';

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
const recipients = z.array(z.object({ emailAddress: text, diagnosticCode: text, status: text })).nullish();

const schema = z.object({
  eventType: text,
  notificationType: text,
  mail: z.object({
    messageId: text,
    headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    commonHeaders: z.object({ messageId: text }).nullish(),
  }),
  bounce: z.object({ bounceType: text, bouncedRecipients: recipients, timestamp: text }).nullish(),
  complaint: z.object({ complainedRecipients: recipients, timestamp: text }).nullish(),
  delivery: z.object({ recipients: z.array(z.string()).nullish(), timestamp: text }).nullish(),
  deliveryDelay: z.object({ delayedRecipients: recipients, timestamp: text }).nullish(),
});

/** For Amazon's certificate, and its answer to a confirmation, in milliseconds. */
const longest = 10_000;

interface SesOptions {
  /** Makes the connections to Amazon. Default: Node's own */
  readonly agent?: Agent;
}

/** Amazon SES tells by SNS: each message is signed by a certificate of Amazon's, and must be of the topic that is set. */
export const buildSes = ({ agent }: SesOptions = {}): EventProvider => {
  const validator = new SnsValidator({ maxCerts: 20, ...(agent && { requestAgent: agent }) });
  return {
    async read({ body }, secret) {
      const parsed = envelope.safeParse(jsonOf(body));
      if (!parsed.success)
        throw validationFailed([
          { path: '', message: 'This is no message of Amazon SNS. Leave “raw message delivery” off.' },
        ]);
      const message = parsed.data;
      // Only a message of the topic has Amazon asked for its certificate.
      if (message.TopicArn !== secret.trim()) throw wrongCredential('The message is of another SNS topic.');
      const isGenuine = await within(
        validator.validate(message).then(
          () => true,
          () => false,
        ),
        longest,
        false,
      );
      if (!isGenuine) throw wrongCredential('The signature of the SNS message is wrong.');
      if (message.Type === 'SubscriptionConfirmation') await confirm(message.SubscribeURL ?? '', agent);
      return message.Type === 'Notification' ? readNotification(message.Message, message.MessageId) : [];
    },
  };
};

export const ses = buildSes();

const readNotification = (message: string, id: string): readonly MailEvent[] => {
  const { data: event } = schema.safeParse(parsed(message));
  if (!event) return [];
  const { mail, bounce, complaint, delivery, deliveryDelay } = event;
  const named = mail.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
  const names = [mail.messageId, named, mail.commonHeaders?.messageId];
  const shared = { names, at: new Date(delivery?.timestamp ?? '') };
  switch (event.eventType ?? event.notificationType) {
    case 'Delivery':
      return eventsOf({ ...shared, id, recipients: delivery?.recipients ?? [], state: 'delivered' });
    case 'DeliveryDelay':
      return (deliveryDelay?.delayedRecipients ?? []).flatMap((one) =>
        eventsOf({
          names,
          id,
          recipients: [one.emailAddress],
          state: 'deferred',
          detail: [one.diagnosticCode ?? one.status],
          at: new Date(deliveryDelay?.timestamp ?? ''),
        }),
      );
    case 'Bounce':
      return (bounce?.bouncedRecipients ?? []).flatMap((one) =>
        eventsOf({
          names,
          id,
          recipients: [one.emailAddress],
          state: 'bounced',
          isPermanent: bounce?.bounceType === 'Permanent',
          detail: [one.diagnosticCode ?? one.status],
          at: new Date(bounce?.timestamp ?? ''),
        }),
      );
    case 'Complaint':
      return eventsOf({
        names,
        id,
        recipients: (complaint?.complainedRecipients ?? []).map(({ emailAddress }) => emailAddress),
        state: 'complained',
        at: new Date(complaint?.timestamp ?? ''),
      });
    default:
      return [];
  }
};

/** A topic may carry other messages, such as the greeting of SES. */
const parsed = (message: string): unknown => {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
};

const confirmation = /^https:\/\/sns\.[a-z0-9-]{3,}\.amazonaws\.com(\.cn)?\/\?Action=ConfirmSubscription&/;

/** The address is signed, and still asked of Amazon alone. Redirects are not followed. */
const confirm = async (url: string, agent: Agent | undefined): Promise<void> => {
  if (!confirmation.test(url))
    throw validationFailed([{ path: 'SubscribeURL', message: 'This is no address of Amazon SNS.' }]);
  const status = await new Promise<number>((resolve) => {
    const request = get(url, { ...(agent && { agent }), timeout: longest }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
  });
  if (status !== 200) throw new ApiError('unavailable', 'Amazon SNS did not take the confirmation.');
};

import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { DeliveryState } from '../../email-log/feature.ts';
import { type EventProvider, eventsOf, jsonOf, stateOf, wrongCredential } from './provider.ts';

const states: Readonly<Record<string, DeliveryState>> = {
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'deferred',
  'email.bounced': 'bounced',
  'email.failed': 'bounced',
  'email.suppressed': 'bounced',
  'email.complained': 'complained',
};

const schema = z.object({
  type: z.string(),
  created_at: z.string().nullish(),
  data: z.object({
    email_id: z.string().nullish(),
    message_id: z.string().nullish(),
    to: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
    bounce: z
      .object({ type: z.string().nullish(), subType: z.string().nullish(), message: z.string().nullish() })
      .nullish()
      .catch(null),
    failed: z.object({ reason: z.string().nullish() }).nullish().catch(null),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .nullish()
      .catch(null),
  }),
});

/** Resend signs as Svix does, whose headers are those of Standard Webhooks under another name. */
export const resend: EventProvider = {
  async read({ headers, body }, secret) {
    const header = (name: string) => headers.get(`svix-${name}`) ?? headers.get(`webhook-${name}`) ?? '';
    verify(body, secret, {
      'webhook-id': header('id'),
      'webhook-timestamp': header('timestamp'),
      'webhook-signature': header('signature'),
    });
    const { data: event } = schema.safeParse(jsonOf(body));
    const state = event && stateOf(states, event.type);
    if (!state) return [];
    const { email_id, message_id, to, bounce, failed, headers: ofMail } = event.data;
    const named = ofMail?.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
    return eventsOf({
      id: header('id'),
      names: [email_id, message_id, named],
      recipients: to,
      state,
      // Older payloads have no type. A mail that failed may have done so for a reason of the sender's.
      isPermanent: event.type !== 'email.failed' && (bounce?.type ?? 'Permanent') === 'Permanent',
      detail: [bounce?.message ?? failed?.reason, bounce?.subType],
      at: new Date(event.created_at ?? ''),
    });
  },
};

const verify = (body: Buffer, secret: string, headers: Record<string, string>): void => {
  try {
    new Webhook(secret.trim()).verify(body, headers, { jsonParse: false });
  } catch {
    throw wrongCredential('The signature is wrong, or older than five minutes.');
  }
};

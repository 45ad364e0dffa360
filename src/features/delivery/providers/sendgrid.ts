import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto';
import { z } from 'zod';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import { mostValues } from '../../../core/shared/values/tooMany.ts';
import type { DeliveryState } from '../../email-log/feature.ts';
import { type EventProvider, eventsOf, jsonOf, mostEvents, stateOf, wrongCredential } from './provider.ts';

const text = z.string().nullish();

const schema = z.object({
  event: z.string(),
  email: text,
  timestamp: z.number().nullish(),
  'smtp-id': text,
  sg_message_id: text,
  sg_event_id: text,
  type: text,
  reason: text,
  response: text,
  status: text,
});

const states: Readonly<Record<string, DeliveryState>> = {
  delivered: 'delivered',
  deferred: 'deferred',
  bounce: 'bounced',
  blocked: 'bounced',
  dropped: 'bounced',
  spamreport: 'complained',
};

/** The oldest event, in seconds. SendGrid tries for a day. */
const oldest = 2 * 24 * 60 * 60;
const farthestAhead = 5 * 60;

/** SendGrid's signed event webhook: ECDSA over the timestamp and the bytes of the body. */
export const sendgrid: EventProvider = {
  async read({ headers, body }, secret) {
    verify(headers, body, secret);
    const given = jsonOf(body, mostValues.batch);
    if (!Array.isArray(given) || given.length > mostEvents)
      throw validationFailed([{ path: '', message: `Send a list of at most ${mostEvents} events.` }]);
    return given.flatMap((one) => {
      const { data: event } = schema.safeParse(one);
      const state = event && stateOf(states, event.event);
      if (!state) return [];
      return eventsOf({
        id: event.sg_event_id,
        names: [event['smtp-id'], event.sg_message_id, event.sg_message_id?.split('.', 1)[0]],
        recipients: [event.email],
        state,
        isPermanent: event.type !== 'blocked' && event.event !== 'blocked',
        detail: [event.reason || event.response || event.status],
        at: new Date((event.timestamp ?? Number.NaN) * 1_000),
      });
    });
  },
};

const verify = (headers: Headers, body: Buffer, secret: string): void => {
  const signature = headers.get('X-Twilio-Email-Event-Webhook-Signature') ?? '';
  const timestamp = headers.get('X-Twilio-Email-Event-Webhook-Timestamp') ?? '';
  const age = Date.now() / 1_000 - Number(timestamp || Number.NaN);
  const key = keyOf(secret);
  const isRight =
    key !== null &&
    verifySignature(
      'sha256',
      Buffer.concat([Buffer.from(timestamp), body]),
      key,
      Buffer.from(signature, 'base64'),
    );
  if (!isRight || !(age <= oldest && age >= -farthestAhead))
    throw wrongCredential('The signature is wrong, or older than two days.');
};

/** The public key; null if the text is not a public key of ECDSA. */
export const keyOf = (secret: string): KeyObject | null => {
  try {
    const given = secret.trim();
    const key = given.startsWith('-----')
      ? createPublicKey(given)
      : createPublicKey({ key: Buffer.from(given, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' ? key : null;
  } catch {
    return null;
  }
};

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import type { DeliveryState } from '../../email-log/feature.ts';
import { type EventProvider, eventsOf, jsonOf, wrongCredential } from './provider.ts';

const signed = z.object({
  signature: z.object({ timestamp: z.coerce.string(), token: z.string(), signature: z.string() }),
});

const text = z.string().nullish();

const schema = z.object({
  'event-data': z.object({
    event: z.string(),
    id: text,
    timestamp: z.number().nullish(),
    severity: text,
    recipient: text,
    reason: text,
    'delivery-status': z
      .object({ message: text, description: text, code: z.union([z.number(), z.string()]).nullish() })
      .nullish()
      .catch(null),
    message: z.object({ headers: z.object({ 'message-id': text }).nullish() }).nullish(),
  }),
});

/** The oldest event, in seconds. Mailgun tries for eight hours, and its clock or ours may be off. */
const oldest = 24 * 60 * 60;
const farthestAhead = 5 * 60;

export const mailgun: EventProvider = {
  tokenOf({ body }) {
    const { timestamp, token } = signed.parse(jsonOf(body)).signature;
    return { signed: `${timestamp}${token}`, expiresAt: new Date((Number(timestamp) + oldest) * 1_000) };
  },
  async read({ body }, secret) {
    const given = jsonOf(body);
    verify(given, secret);
    const event = schema.safeParse(given).data?.['event-data'];
    const state = event && stateOf(event.event, event.severity);
    if (!state) return [];
    const status = event['delivery-status'];
    return eventsOf({
      id: event.id,
      names: [event.message?.headers?.['message-id']],
      recipients: [event.recipient],
      state,
      isPermanent: event.severity !== 'temporary',
      detail: [status?.code?.toString(), status?.message || status?.description, event.reason],
      at: new Date((event.timestamp ?? Number.NaN) * 1_000),
    });
  },
};

const stateOf = (event: string, severity: string | null | undefined): DeliveryState | null => {
  switch (event) {
    case 'delivered':
      return 'delivered';
    case 'failed':
      return severity === 'temporary' ? 'deferred' : 'bounced';
    case 'rejected':
      return 'bounced';
    case 'complained':
      return 'complained';
    default:
      return null;
  }
};

const verify = (given: unknown, secret: string): void => {
  const parsed = signed.safeParse(given);
  if (!parsed.success)
    throw validationFailed([{ path: 'signature', message: 'Mailgun’s events have a signature.' }]);
  const { timestamp, token, signature } = parsed.data.signature;
  const expected = createHmac('sha256', secret.trim()).update(`${timestamp}${token}`).digest();
  const actual = Buffer.from(signature, 'hex');
  const isRight = actual.length === expected.length && timingSafeEqual(actual, expected);
  const age = Date.now() / 1_000 - Number(timestamp);
  if (!isRight || !(age <= oldest && age >= -farthestAhead))
    throw wrongCredential('The signature is wrong, or older than a day.');
};

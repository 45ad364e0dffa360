import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { DeliveryState } from '../../email-log/feature.ts';
import { type EventProvider, eventsOf, jsonOf, type ToldEvent, wrongCredential } from './provider.ts';

const text = z.string().nullish();

const schema = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]).nullish(),
  Type: text,
  MessageID: text,
  Metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  Recipient: text,
  Email: text,
  DeliveredAt: text,
  BouncedAt: text,
  Description: text,
  Details: text,
});

/** Bounces that Postmark, or the recipient's server, will not try again. */
const permanent = new Set([
  'HardBounce',
  'BadEmailAddress',
  'ManuallyDeactivated',
  'Blocked',
  'DMARCPolicy',
  'SpamNotification',
  'VirusNotification',
]);

/** Bounces that Postmark tries again. */
const deferred = new Set(['Transient']);

const temporary = new Set(['SoftBounce', 'DnsError', 'Unknown', 'SMTPApiError']);

/** Postmark signs nothing; its requests carry the credentials that its webhook was given. */
export const postmark: EventProvider = {
  async read({ headers, body }, secret) {
    verify(headers.get('Authorization') ?? '', secret);
    const { data: record } = schema.safeParse(jsonOf(body));
    if (!record) return [];
    const told = toldOf(record);
    if (told === null) return [];
    const { MessageID, Metadata, Recipient, Email, Description, Details } = record;
    const ours = Metadata?.['message-id'];
    return eventsOf({
      names: [MessageID, typeof ours === 'string' ? ours : null],
      recipients: [Recipient ?? Email],
      detail: [Details ?? Description],
      ...told,
    });
  },
};

type Record = z.output<typeof schema>;

const toldOf = (record: Record): Pick<ToldEvent, 'id' | 'state' | 'isPermanent' | 'at'> | null => {
  const { RecordType, ID, Type, MessageID, Recipient, DeliveredAt, BouncedAt } = record;
  if (RecordType === 'Delivery')
    return {
      id: `delivery ${MessageID} ${Recipient?.toLowerCase()}`,
      state: 'delivered',
      at: new Date(DeliveredAt ?? ''),
    };
  const at = new Date(BouncedAt ?? '');
  const id = ID === null || ID === undefined ? null : `${RecordType} ${ID}`;
  if (RecordType === 'SpamComplaint') return { id, state: 'complained', at };
  const state = RecordType === 'Bounce' ? stateOf(Type ?? '') : null;
  return state && { id, state, isPermanent: permanent.has(Type ?? ''), at };
};

/** The state for a type of message; null for other inbound messages, such as automatic replies. */
const stateOf = (type: string): DeliveryState | null => {
  if (type === 'SpamComplaint') return 'complained';
  if (deferred.has(type)) return 'deferred';
  return permanent.has(type) || temporary.has(type) ? 'bounced' : null;
};

const verify = (authorization: string, secret: string): void => {
  const [, given = ''] = /^basic +(\S+) *$/i.exec(authorization) ?? [];
  const pair = Buffer.from(given, 'base64');
  const colon = pair.indexOf(':');
  const wanted = Buffer.from(secret.trim());
  const isRight =
    colon >= 0 &&
    (isSame(pair.subarray(colon + 1), wanted) || (wanted.includes(':') && isSame(pair, wanted)));
  if (!isRight) throw wrongCredential('The user name or the password is wrong.');
};

const isSame = (one: Uint8Array, other: Uint8Array): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

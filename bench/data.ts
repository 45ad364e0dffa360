import { type EmailAttempt, emptyRow } from '../src/features/email-log/row.ts';
import { makeAddresses } from './data/addresses.ts';
import { fallbackError, smtpError } from './data/errors.ts';
import { type Random, seededRandom } from './data/random.ts';
import { type MailType, subjectOf } from './data/subjects.ts';

interface EmailLogData {
  readonly rows: number;
  readonly seed?: number;
}

/**
 * The shares of the ten types in percent, and the kinds of records that their mails are about: nine in ten belong to a
 * record.
 */
const types: readonly (readonly [MailType, share: number, relatedType: string | null])[] = [
  ['ticket_reply', 30, 'ticket'],
  ['ticket_update', 20, 'ticket'],
  ['ticket_created', 12, 'ticket'],
  ['ticket_assigned', 8, 'ticket'],
  ['ticket_closed', 8, 'ticket'],
  ['transfer_ready', 5, 'transfer'],
  ['upload_request', 4, 'upload_request'],
  ['invoice_reminder', 3, 'invoice'],
  ['password_reset', 6, null],
  ['account_invitation', 4, null],
];

const mailsPerRecord = 8;
const mailsPerAddress = 10;
const firstMail = Date.parse('2026-01-01T06:00:00Z');
/** About 5 600 mails a day. */
const averagePauseMs = 15_500;
/** Domain of a sender at a provider, of usual length. */
const senderDomain = 'mail.acme-support.com';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Rows as the recorder takes them, in the order of their times: a support desk's mail, the same for the same seed.
 */
export function* emailLogRows({ rows, seed = 20_261_121 }: EmailLogData): Generator<EmailAttempt> {
  const random = seededRandom(seed);
  const addresses = makeAddresses(Math.max(1, Math.round(rows / mailsPerAddress)), seed + 1);
  const latestRecord = new Map<string, number>();
  let time = firstMail;
  for (let row = 0; row < rows; row += 1) {
    time += 1 - Math.log(1 - random.next()) * averagePauseMs;
    const [type, , relatedType] = drawType(random);
    const record = relatedType === null ? null : drawRecord(random, latestRecord, relatedType);
    const to = drawRecipients(random, addresses, record);
    yield {
      ...emptyRow,
      to,
      subject: subjectOf(random, type, record),
      type,
      related_type: relatedType,
      related_id: record === null ? null : String(record),
      ...drawOutcome(random, to),
      created_at: new Date(time).toISOString(),
      user_id: random.chance(0.85) ? drawUser(random, addresses.length) : null,
    };
  }
}

const drawType = (random: Random): (typeof types)[number] => {
  let left = random.below(100);
  const [usual, ...others] = types as [(typeof types)[number], ...typeof types];
  return (
    [usual, ...others].find(([, share]) => {
      left -= share;
      return left < 0;
    }) ?? usual
  );
};

/** A record of the last ones: a new one begins with every eighth mail, and an older one is rarer the older it is. */
const drawRecord = (random: Random, latest: Map<string, number>, relatedType: string): number => {
  const newest = (latest.get(relatedType) ?? 1) + (random.chance(1 / mailsPerRecord) ? 1 : 0);
  latest.set(relatedType, newest);
  const age = Math.floor(-Math.log(1 - random.next()) * 300);
  return newest - (age % newest);
};

/** The mails about a record mostly go to the same person. */
const drawRecipients = (random: Random, addresses: readonly string[], record: number | null): string => {
  const client = record !== null && random.chance(0.7) ? Math.imul(record, 0x9e3779b1) >>> 0 : null;
  const first = addresses[(client ?? random.below(addresses.length)) % addresses.length] ?? '';
  if (!random.chance(0.08)) return first;
  return `${first}, ${addresses[random.below(addresses.length)] ?? ''}`;
};

/** Few people, the staff, cause most of the mail. */
const drawUser = (random: Random, people: number): string =>
  String(1 + (random.chance(0.6) ? random.below(60) : random.below(people)));

type Outcome = Pick<EmailAttempt, 'transport' | 'status' | 'error' | 'message_id' | 'fallback'>;

const drawOutcome = (random: Random, to: string): Outcome => {
  const [first = to] = to.split(', ');
  if (random.chance(0.015)) {
    const error = smtpError(random, first);
    return { transport: 'smtp', status: 'failed', error, message_id: null, fallback: null };
  }
  const sent = {
    status: 'sent',
    error: null,
    message_id: `${random.text(base62, 22)}@${senderDomain}`,
  } as const;
  if (random.chance(0.02)) {
    const fallback = [{ transport: 'proxy', error: fallbackError(random) }];
    return { ...sent, transport: 'smtp', fallback };
  }
  return { ...sent, transport: random.chance(0.6) ? 'proxy' : 'smtp', fallback: null };
};

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Payload } from 'payload';
import { postgresOf } from '../../../core/database/pool.ts';
import { foldAddress, isSameAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import { derivedKey } from '../../../core/shared/secrets/encryption.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { InboundSettings } from '../../settings/feature.ts';

/**
 * Links mails to a ticket: by the token in `Reply-To`, and by our own Message-IDs. Both are signed, so no one can forge
 * them. Both are short and in lower case: mail allows 64 characters before the @, and servers may change the case.
 */
export interface MailThread {
  /** The address for replies of one recipient, such as `support+12-3k9x…@example.com`. */
  replyAddress(ticket: RecordId, recipient: string): string;
  /** The ticket that a recipient's address names for this sender; null if it is not signed for them. */
  ticketOfAddress(address: string, sender: string): RecordId | null;
  /** The ticket that a reply address names, signed for anyone or for no one; null for all other addresses. */
  ticketNamedBy(address: string): RecordId | null;
  /** True if an address is one of our reply addresses, signed for anyone or for no one. */
  hasToken(address: string): boolean;
  /** The root of a ticket's thread: no mail has this Message-ID, and all refer to it. The ids have no angle brackets. */
  rootId(ticket: RecordId): string;
  newMessageId(ticket: RecordId, recipient: string): string;
  /** The ticket of one of our own Message-IDs, root or mail; null for all others. */
  ticketOfMessageId(messageId: string): RecordId | null;
  /** Returns null for Message-IDs that are no mail's of ours. */
  mailOfMessageId(messageId: string): WrittenMail | null;
}

/** The content of one of our Message-IDs. */
interface WrittenMail {
  readonly ticket: RecordId;
  readonly writtenAt: Date;
  /**
   * True if the mail went to this address. Returns false for mails of builds before 4.11, whose Message-IDs do not name the
   * recipient.
   */
  isTo(recipient: string): boolean;
}

/** The link between mails and tickets; null while no address for mail in is set. */
export const mailThreadOf = (
  payload: Payload,
  { address, plainReplyTo }: Pick<InboundSettings, 'address' | 'plainReplyTo'>,
): MailThread | null => (address === null ? null : buildMailThread({ payload, address, plainReplyTo }));

interface ThreadParts {
  readonly payload: Payload;
  /** The address that clients write to. */
  readonly address: string;
  /** Leaves the token out of the reply address. */
  readonly plainReplyTo: boolean;
}

const buildMailThread = ({ payload, address, plainReplyTo }: ThreadParts): MailThread => {
  const [local = '', domain = ''] = splitAddress(address);
  const key = derivedKey(payload.config.secret, 'mail-thread');
  const sign = (...parts: readonly string[]): string => signature(key, parts);
  const ids = idCoderOf(payload);

  /** The root of a thread is no mail. */
  const read = (messageId: string): { ticket: RecordId; mail: WrittenMail | null } | null => {
    const found = /^t\.([a-z\d]{1,25})(?:\.([a-z\d]{8,40}))?\.([a-z\d]{13})@/.exec(canonical(messageId));
    const [, id = '', rest, signed = ''] = found ?? [];
    const expected = rest === undefined ? sign('root', id) : sign('mail', `${id}.${rest}`);
    const ticket = isSame(signed, expected) ? ids.decode(id) : null;
    if (ticket === null) return null;
    return { ticket, mail: rest === undefined ? null : readRest(ticket, id, rest) };
  };

  /** The moment, a random part, and from 4.11 on the recipient. */
  const readRest = (ticket: RecordId, id: string, rest: string): WrittenMail => {
    const hasRecipient = rest.length > longestMoment + partLength;
    const [own, tag] = hasRecipient ? [rest.slice(0, -partLength), rest.slice(-partLength)] : [rest, ''];
    return {
      ticket,
      writtenAt: new Date(Number.parseInt(own.slice(0, -partLength), 36)),
      isTo: (recipient) => isSignedFor(recipient, tag, (one) => sign('recipient', `${id}.${own}`, one)),
    };
  };

  return {
    replyAddress(ticket, recipient) {
      const id = ids.encode(ticket);
      const tagged = `${local}+${id}-${sign('reply', id, canonical(recipient))}`;
      return plainReplyTo || tagged.length > longestLocalPart ? address : `${tagged}@${domain}`;
    },
    ticketOfAddress(given, sender) {
      const [, id = '', signed = ''] = /\+([a-z\d]{1,25})-([a-z\d]{13})@/.exec(canonical(given)) ?? [];
      return isSignedFor(sender, signed, (one) => sign('reply', id, one)) ? ids.decode(id) : null;
    },
    ticketNamedBy: (given) => ids.decode(/\+([a-z\d]{1,25})-[a-z\d]{13}@/.exec(canonical(given))?.[1] ?? ''),
    hasToken(given) {
      const found = /^(.*)\+[a-z\d]{1,25}-[a-z\d]{13}@(.*)$/.exec(canonical(given));
      return found !== null && isSameAddress(`${found[1]}@${found[2]}`, address.trim());
    },
    rootId: (ticket) => `t.${ids.encode(ticket)}.${sign('root', ids.encode(ticket))}@${domain}`,
    newMessageId(ticket, recipient) {
      const begun = `${ids.encode(ticket)}.${Date.now().toString(36)}${base36(randomBytes(8))}`;
      const own = `${begun}${sign('recipient', begun, canonical(recipient))}`;
      return `t.${own}.${sign('mail', own)}@${domain}`;
    },
    ticketOfMessageId: (messageId) => read(messageId)?.ticket ?? null,
    mailOfMessageId: (messageId) => read(messageId)?.mail ?? null,
  };
};

/** Length of a random part and of a signature, in characters. */
const partLength = 13;

/** Length of a moment, in characters: enough until the year 5188. */
const longestMoment = 9;

/** Longest local part of an address, in characters (RFC 5321). */
const longestLocalPart = 64;

const canonical = (text: string): string => foldAddress(text.trim());

const splitAddress = (address: string): [local: string, domain: string] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
};

const base36 = (bytes: Uint8Array): string =>
  BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
    .toString(36)
    .padStart(13, '0');

/** A signature of 64 bits: enough, because guessing needs a mail for each try. */
const signature = (key: Buffer, parts: readonly string[]): string =>
  base36(createHmac('sha256', key).update(parts.join('\n')).digest().subarray(0, 8));

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

/** True for the signature of an address in any notation: people write from another one than we write to. */
const isSignedFor = (address: string, signed: string, sign: (notation: string) => string): boolean =>
  notationsOf(canonical(address)).some((notation) => isSame(signed, sign(notation)));

interface IdCoder {
  encode(id: RecordId): string;
  /** The id in a text; null if it cannot be one. */
  decode(text: string): RecordId | null;
}

const idCoderOf = (payload: Payload): IdCoder => (postgresOf(payload).idType === 'serial' ? serials : uuids);

const serials: IdCoder = {
  encode: String,
  decode: (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null),
};

const uuids: IdCoder = {
  encode: (id) =>
    BigInt(`0x${String(id).replaceAll('-', '')}`)
      .toString(36)
      .padStart(25, '0'),
  decode(text) {
    let value = 0n;
    for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36));
    const hex = value.toString(16).padStart(32, '0');
    if (text.length !== 25 || hex.length !== 32) return null;
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
};

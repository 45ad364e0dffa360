import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer-10';
import {
  domainOf,
  isAddress,
  type ListedMailbox,
  type Mailbox,
  readAddressList,
} from '../../../../core/shared/addresses/addressList.ts';
import { messageOf, onOneLine, property } from '../property.ts';
import type { OutgoingMail } from '../transport.ts';
import { readContents, safeHeaders } from './content.ts';

/** A message in the callers' form: nodemailer's, and the declaration for the portal. */
export type MailMessage = SendMailOptions & { readonly portal?: unknown };

interface PrepareOptions {
  /** The sender of a message that names none, as `Name <address>`. */
  readonly defaultFrom: string;
  /**
   * Time for reading each file, address or stream of a message, in milliseconds.
   *
   * @default 60_000
   */
  readonly readLimit?: number;
}

/**
 * Makes a message ready for every transport of a chain: sender, one `Message-ID`, one date, all contents in
 * memory, nothing that is the portal's own. The caller's message stays as it is.
 *
 * @throws Error with a sentence for the log if the recipients are not valid, the sender is no address, or a
 * content cannot be read.
 */
export const prepareMail = async (message: MailMessage, options: PrepareOptions): Promise<OutgoingMail> => {
  const { defaultFrom, readLimit = 60_000 } = options;
  const checked = checkRecipients(message);
  if (!checked.valid) throw new Error(checked.reason);
  const { to, cc, bcc, envelopeTo, envelopeFrom } = checked.recipients;
  const from = readSender(message.from || defaultFrom);
  const { portal, envelope, auth, signal, ...carried } = message;
  const contents = await readContents(carried, readLimit);

  const messageId = givenMessageId({ ...carried, ...contents }) ?? newMessageId(from.address);
  const subject = subjectText(message.subject);
  // An unusable Reply-To is left out: the mail still reaches its recipients.
  const replyTo = mailboxes(readAddressList(message.replyTo));
  const all = envelopeTo ?? [...to, ...cc, ...bcc].map(({ address }) => address);
  return {
    envelopeFrom: envelopeFrom ?? from.address,
    recipients: [...new Set(all)],
    from,
    to,
    cc,
    bcc,
    replyTo,
    subject,
    messageId,
    message: {
      ...carried,
      ...contents,
      from,
      to: [...to],
      cc: [...cc],
      bcc: [...bcc],
      replyTo,
      subject: subject ?? undefined,
      headers: safeHeaders(message.headers),
      messageId: `<${messageId}>`,
      date: message.date ?? new Date(),
    },
  };
};

const readSender = (given: unknown): Mailbox => {
  const [sender] = readAddressList(given);
  if (!sender?.mailbox || !isAddress(sender.mailbox.address)) {
    throw new Error(`The sender "${onOneLine(sender?.given ?? '')}" is not a single local@domain address.`);
  }
  return sender.mailbox;
};

/** A new `Message-ID` at the sender's domain, without angle brackets: a random UUID in 22 characters. */
const newMessageId = (sender: string): string =>
  `${Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')}@${domainOf(sender)}`;

/** The `Message-ID` that the caller gave a message, without angle brackets. Returns null if it gave none. */
const givenMessageId = ({ messageId, headers, raw }: SendMailOptions): string | null =>
  bare(messageId) ?? bare(headerValue(headers, 'message-id')) ?? bare(rawHeader(raw));

const bare = (messageId: unknown): string | null => {
  if (typeof messageId !== 'string') return null;
  const cleaned = messageId.replace(/[<>\s\p{Cc}]/gu, '');
  return cleaned === '' ? null : cleaned;
};

const headerValue = (headers: SendMailOptions['headers'], name: string): unknown => {
  if (!headers) return undefined;
  const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(headers)
    ? headers.map(({ key, value }) => [key, value])
    : Object.entries(headers);
  return pairs.find(([key]) => String(key).toLowerCase() === name)?.[1];
};

const rawHeader = (raw: unknown): string | undefined => {
  if (typeof raw !== 'string' && !Buffer.isBuffer(raw)) return undefined;
  const [head] = raw
    .slice(0, 65_536)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return /^message-id:[ \t]*(?:\r?\n[ \t]+)?<?([^<>\s]+)/im.exec(head ?? '')?.[1];
};

/** The recipients of a mail: its headers, and its envelope if the caller gave one. */
interface Recipients {
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  /** The recipients of `envelope`, which count instead of those of the headers. It is null if it names none. */
  readonly envelopeTo: readonly string[] | null;
  /** The sender of `envelope`; `''` is the null sender of a bounce, null means it names none. */
  readonly envelopeFrom: string | null;
}

type CheckedRecipients =
  | { readonly valid: true; readonly recipients: Recipients }
  | {
      readonly valid: false;
      /** A sentence that names the offending recipient. */
      readonly reason: string;
    };

const fields = ['to', 'cc', 'bcc'] as const;

/**
 * Checks the recipients of a message before any transport sees it: there must be one, and each must be a single
 * `local@domain` of at most 320 characters without control characters, group or leftovers. Never throws.
 */
export const checkRecipients = (message: SendMailOptions): CheckedRecipients => {
  const to = readAddressList(property(message, 'to'));
  const cc = readAddressList(property(message, 'cc'));
  const bcc = readAddressList(property(message, 'bcc'));
  const envelope = envelopeRecipients(message);
  const refused = [...to, ...cc, ...bcc, ...envelope].find(({ mailbox }) => mailbox === null);
  if (refused) return invalid(`The recipient ${quote(refused.given)} is not a single local@domain address.`);
  if (to.length + cc.length + bcc.length + envelope.length === 0)
    return invalid('The mail has no recipient.');

  const sender = property(property(message, 'envelope'), 'from');
  const envelopeFrom =
    sender === undefined || sender === null ? null : sender === false ? '' : senderAddress(sender);
  if (envelopeFrom !== null && envelopeFrom !== '' && !isAddress(envelopeFrom)) {
    return invalid(`The envelope's sender ${quote(envelopeFrom)} is not a single local@domain address.`);
  }
  return {
    valid: true,
    recipients: {
      to: mailboxes(to),
      cc: mailboxes(cc),
      bcc: mailboxes(bcc),
      envelopeTo: envelope.length > 0 ? mailboxes(envelope).map(({ address }) => address) : null,
      envelopeFrom,
    },
  };
};

/**
 * The text of the log's `to` field: every recipient in the order to, cc, bcc, only the addresses, separated by `, `. An
 * invalid address is kept as given, on one line. Never throws, whatever the caller passed.
 */
export const recipientsText = (message: unknown): string => {
  const envelope = envelopeRecipients(message);
  const listed = envelope.length > 0 ? envelope : listAll(message);
  return listed.map(({ mailbox, given }) => mailbox?.address ?? onOneLine(given).trim()).join(', ');
};

/** The text of the log's `subject` field. Returns null if there is none. Line breaks and NUL become spaces. */
export const subjectText = (subject: unknown): string | null => {
  if (subject === undefined || subject === null) return null;
  try {
    return onOneLine(String(subject));
  } catch (error) {
    return messageOf(error);
  }
};

type Listed = readonly ListedMailbox[];

const listAll = (owner: unknown): Listed =>
  fields.flatMap((field) => readAddressList(property(owner, field)));

const envelopeRecipients = (message: unknown): Listed => listAll(property(message, 'envelope'));

const senderAddress = (sender: unknown): string => {
  const listed = readAddressList(sender);
  const [only] = listed;
  return listed.length === 1 && only?.mailbox
    ? only.mailbox.address
    : listed.map(({ given }) => given).join(', ');
};

const mailboxes = (listed: Listed): Mailbox[] => listed.flatMap(({ mailbox }) => mailbox ?? []);

const quote = (given: string): string => {
  const line = onOneLine(given).trim();
  return `"${line.length > 100 ? `${line.slice(0, 100)}…` : line}"`;
};

const invalid = (reason: string): CheckedRecipients => ({ valid: false, reason });

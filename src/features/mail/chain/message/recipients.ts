import type { SendMailOptions } from 'nodemailer-10';
import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import {
  isAddress,
  type ListedMailbox,
  readAddressList,
} from '../../../../core/shared/addresses/addressList.ts';
import { messageOf, onOneLine, property } from '../property.ts';

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

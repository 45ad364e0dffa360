import type { SendMailOptions } from 'nodemailer-10';
import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import { isAddress, readAddressList } from '../../../../core/shared/addresses/addressList.ts';
import { onOneLine } from '../property.ts';
import type { OutgoingMail } from '../transport.ts';
import { readContents } from './content.ts';
import { safeHeaders } from './headers.ts';
import { givenMessageId, newMessageId } from './messageId.ts';
import { checkRecipients, subjectText } from './recipients.ts';

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
  const replyTo = mailboxes(message.replyTo);
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

/** An unusable Reply-To is left out: the mail still reaches its recipients. */
const mailboxes = (field: unknown): Mailbox[] =>
  readAddressList(field).flatMap(({ mailbox }) => mailbox ?? []);

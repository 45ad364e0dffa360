import type { SendMailOptions } from 'nodemailer-10';
import type { MailComposerAttachment } from 'nodemailer-10/lib/mail-composer';
import MailComposer from 'nodemailer-10/lib/mail-composer';
import { detectExtension } from 'nodemailer-10/lib/mime-funcs';
import type { Mailbox } from '../../../../../core/shared/addresses/addressList.ts';
import { formatMailbox } from '../../../../../core/shared/addresses/addressList.ts';
import { copyOf, furtherHeaders } from '../../message/mime.ts';
import type { OutgoingMail } from '../../transport.ts';

/** The body of the Resend API's `POST /emails`. */
interface ProxyPayload {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly reply_to?: readonly string[];
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly ProxyAttachment[];
}

interface ProxyAttachment {
  readonly filename: string;
  /** Base64. */
  readonly content: string;
  readonly content_type: string;
  readonly content_id?: string;
}

/** The reason why the API cannot carry a mail, in words; null if it can. */
export const uncarriable = ({ raw, attachments }: SendMailOptions): string | null => {
  if (raw) return 'The proxy cannot carry a raw message';
  return attachments?.some((attachment) => attachment.raw) ? 'The proxy cannot carry a raw attachment' : null;
};

/**
 * The mail as the API takes it. Alternatives other than text and HTML go along as attachments; AMP and watch
 * parts, which only add to the HTML, stay behind.
 */
export const buildRequestBody = async (mail: OutgoingMail): Promise<ProxyPayload> => {
  const { message, from, replyTo, subject } = mail;
  const { to, cc, bcc } = addressees(mail);
  const html = textOf(message.html);
  const text = textOf(message.text);
  const attachments = attachmentsOf(copyOf(message));
  return {
    from: formatMailbox(from),
    to: to.map(formatMailbox),
    ...(cc.length > 0 && { cc: cc.map(formatMailbox) }),
    ...(bcc.length > 0 && { bcc: bcc.map(formatMailbox) }),
    ...(replyTo.length > 0 && { reply_to: replyTo.map(formatMailbox) }),
    subject: subject ?? '',
    ...(html !== undefined && { html }),
    // The API wants one of the two.
    ...((text !== undefined || html === undefined) && { text: text ?? '' }),
    headers: await furtherHeaders(message),
    ...(attachments.length > 0 && { attachments }),
  };
};

interface Addressees {
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
}

/**
 * The recipients of this try, each once. The API needs a `to`: if none is left, the cc take its place. Several hidden
 * recipients must not see each other, so the mail is then addressed to its sender.
 */
const addressees = (mail: Pick<OutgoingMail, 'from' | 'to' | 'cc' | 'bcc' | 'recipients'>): Addressees => {
  const left = new Set(mail.recipients);
  const take = (mailboxes: readonly Mailbox[]) => mailboxes.filter(({ address }) => left.delete(address));
  const to = take(mail.to);
  const cc = take(mail.cc);
  const bcc = [...take(mail.bcc), ...[...left].map((address) => ({ name: '', address }))];
  if (to.length > 0) return { to, cc, bcc };
  if (cc.length > 0) return { to: cc, cc: [], bcc };
  return bcc.length === 1 ? { to: bcc, cc: [], bcc: [] } : { to: [mail.from], cc: [], bcc };
};

const textOf = (body: unknown): string | undefined => {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.toString();
  return textOf((body as { content?: unknown }).content);
};

const attachmentsOf = ({ attachments, alternatives, icalEvent }: SendMailOptions): ProxyAttachment[] => {
  // nodemailer's own defaults for names and types.
  const composed = new MailComposer({ attachments }).getAttachments(false).attached;
  const parts: readonly MailComposerAttachment[] = [
    ...composed,
    ...calendarOf(icalEvent),
    ...(alternatives ?? []),
  ];
  return parts.map(({ filename, content, contentType, cid }, index) => ({
    filename: filename || `attachment-${index + 1}.${detectExtension(contentType)}`,
    content: Buffer.from((content ?? '') as string | Buffer).toString('base64'),
    content_type: contentType ?? 'application/octet-stream',
    ...(cid !== undefined && { content_id: cid.replace(/[<>]/g, '') }),
  }));
};

const calendarOf = (event: SendMailOptions['icalEvent']): MailComposerAttachment[] => {
  if (!event) return [];
  const {
    content = event,
    method = 'PUBLISH',
    filename,
  } = event as { content?: string; method?: string; filename?: string };
  const contentType = `text/calendar; charset=utf-8; method=${String(method)
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase()}`;
  return [{ filename: filename || 'invite.ics', content: content as string, contentType }];
};

import { convertLexicalToHTML, type HTMLConvertersFunction } from '@payloadcms/richtext-lexical/html';
import type { SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import type { Queue } from '../../../core/jobs/jobs.ts';
import { type Html, html } from '../../../core/shared/text/html.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import { toReadableText } from '../replies/plainText.ts';
import { withTypedLinks } from '../replies/typedLinks.ts';
import type { Priority, Status } from '../vocabulary.ts';
import type { MailedFiles } from './mailedFiles.ts';

/** A mail that a change of a ticket causes, as its job carries it. Its recipient is decided when it is sent. */
export interface TicketNotice {
  /** `received` is the receipt to the requester of a new ticket, `note` an internal note, which the assignee gets, `mention` one for a person whom it mentions. */
  readonly about: 'created' | 'received' | 'staff_reply' | 'client_reply' | 'note' | 'mention' | 'status';
  readonly ticketId: RecordId;
  readonly replyId: RecordId | null;
  /** The user who caused it, and gets no mail about it; null for code of the app. */
  readonly actorId: RecordId | null;
  /** The follower whom it is for; null or missing if it is for the requester, the assignee or the team. */
  readonly followerId?: RecordId | null;
  /** The requester to whom a reply was addressed. Another one who has come since gets no mail about it, as with followers. */
  readonly requesterId?: RecordId | null;
  /** The colleague whom a note mentions. */
  readonly mentionedId?: RecordId | null;
  /** The status that changed along with a reply. */
  readonly status?: Status | null;
  /** The status that the recipient knows from before; for a notice of a status alone. */
  readonly told?: Status | null;
  /** True for a receipt that is not sent shortly after another one. */
  readonly isSeldom?: boolean;
}

/**
 * The queue of notices. The lease covers the work before the mail: the job is deleted before a transport gets the mail
 * (`src/features/mail/sending/portalMail.ts`).
 */
export const ticketNoticeQueue: Queue<TicketNotice> = { name: 'ticket-notices', leaseSeconds: 50 };

/** True for the mails about an internal note, which colleagues alone get. */
export const isOfNote = (about: TicketNotice['about']): about is 'note' | 'mention' =>
  about === 'note' || about === 'mention';

interface NoticeContents {
  readonly about: TicketNotice['about'];
  readonly status?: TicketNotice['status'];
  readonly ticket: Readonly<Record<string, unknown>>;
  readonly reply: Readonly<Record<string, unknown>> | null;
  /** True for a receipt of a ticket that another person created. */
  readonly isByOther: boolean;
  /** The ticket's page, in the admin UI or for clients; null if the app does not know its own address. */
  readonly link: string | null;
  /** True if a reply to the mail comes back to the ticket. */
  readonly isAnswerable: boolean;
  readonly files: Omit<MailedFiles, 'attachments'>;
  readonly t: TranslateText;
}

/** The subject and the text of a notice. */
export const composeNotice = ({
  about,
  status,
  ticket,
  reply,
  isByOther,
  link,
  isAnswerable,
  files,
  t,
}: NoticeContents) => {
  const { id, subject } = ticket;
  const headline = headlineOf(isByOther && about === 'received' ? 'opened' : about, ticket, t);
  const ending = endingOf(about, isAnswerable, t);
  const change = status ? t('mails:notice:change', { status: t(`tickets:isNow:${status}`) }) : null;
  const anchor = link === null ? null : html`<a href="${link}">${t('mails:notice:page')}</a>`;
  const names = filesLine(files, t);
  const parts = [headline, bodyOf(about, ticket, reply, t), names, change, linkLine(about, link, t), ending];
  return {
    subject: subjectOf({ about, id, subject, isAnswerable, t }),
    text: parts.filter((part) => part !== null && part !== '').join('\n\n'),
    // The formatting of staff stays.
    ...(about === 'staff_reply' &&
      reply && { html: htmlOf(headline, reply.body, [names, change, anchor, ending]) }),
  };
};

/** The names of the files that the mail does not bring; null if there are none. */
const filesLine = ({ linked, named }: NoticeContents['files'], t: TranslateText): string | null => {
  if (linked.length > 0) return t('mails:notice:linked', { names: linked.join(', ') });
  return named.length > 0 ? t('mails:notice:files', { names: named.join(', ') }) : null;
};

interface Subject {
  readonly about: TicketNotice['about'];
  readonly id: unknown;
  readonly subject: unknown;
  readonly isAnswerable: boolean;
  readonly t: TranslateText;
}

const subjectOf = ({ about, id, subject, isAnswerable, t }: Subject): string => {
  // Mail in would make an answer to `[#id]` a reply to the client.
  if (isOfNote(about)) return t(`mails:notice:subject:${about}`, { number: String(id) });
  // In one thread the subject stays the same: mail clients group by it.
  if (isAnswerable) return `[#${id}] ${subject}`;
  return `[#${id}] ${t(`mails:notice:subject:${about}`, { subject: String(subject) })}`;
};

const endingOf = (about: TicketNotice['about'], isAnswerable: boolean, t: TranslateText): string | null => {
  if (isOfNote(about)) return t('mails:notice:noAnswer');
  return isAnswerable ? t('mails:notice:answer') : null;
};

/** The link's line: with words for clients, who do not know the address. */
const linkLine = (about: TicketNotice['about'], link: string | null, t: TranslateText): string | null => {
  if (link === null || about === 'created' || about === 'client_reply' || isOfNote(about)) return link;
  return `${t('mails:notice:page')}: ${link}`;
};

const htmlOf = (headline: string, body: unknown, endings: readonly (string | Html | null)[]): string => {
  const data = withTypedLinks(body as SerializedEditorState);
  const formatted = { html: convertLexicalToHTML({ data, converters }) };
  const paragraphs = endings.map((ending) => ending && html`<p>${ending}</p>`);
  return html`<p>${headline}</p>${formatted}${paragraphs}`.html;
};

/** The CMS's converters. Tabs, line breaks and blanks in a row stay as they were typed. */
const converters: HTMLConvertersFunction = ({ defaultConverters }) => {
  const { text } = defaultConverters;
  return {
    ...defaultConverters,
    text: (parts) => withSpace(typeof text === 'function' ? text(parts) : ''),
    tab: withSpace('\t'),
  };
};

const withSpace = (words: string): string => `<span style="white-space: pre-wrap">${words}</span>`;

const headlineOf = (
  about: TicketNotice['about'] | 'opened',
  { id, subject, status, priority }: Readonly<Record<string, unknown>>,
  t: TranslateText,
): string =>
  t(`mails:notice:headline:${about}`, {
    number: String(id),
    subject: String(subject),
    status: t(`tickets:isNow:${status as Status}`),
    priority: t(`mails:notice:priority:${priority as Priority}`),
  });

const bodyOf = (
  about: TicketNotice['about'],
  ticket: Readonly<Record<string, unknown>>,
  reply: NoticeContents['reply'],
  t: TranslateText,
): string | null => {
  if (about === 'received') return understoodOf(ticket, t);
  if (about === 'created') return (ticket.description ?? null) as string | null;
  if (!reply) return null;
  return reply.body ? toReadableText(reply.body) : String(reply.text);
};

/** The content of a ticket, as the portal read it. */
const understoodOf = (
  { subject, description }: Readonly<Record<string, unknown>>,
  t: TranslateText,
): string => {
  const text = typeof description === 'string' ? description.trim() : '';
  const read = text === '' ? t('mails:notice:receipt:noText') : excerptOf(text);
  return `${t('mails:notice:receipt:subject', { subject: String(subject) })}\n\n${read}`;
};

/** Length of an excerpt, in code points. */
const longestExcerpt = 1_000;

/** The beginning of a text, up to the end of a word. */
const excerptOf = (text: string): string => {
  const characters = [...text];
  if (characters.length <= longestExcerpt) return text;
  // A single word that is longer than that is cut.
  return `${characters
    .slice(0, longestExcerpt)
    .join('')
    .replace(/\s+\S{0,40}$/, '')} …`;
};

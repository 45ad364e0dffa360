import { convertLexicalToHTML } from '@payloadcms/richtext-lexical/html';
import type { SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import type { Queue } from '../../core/jobs/jobs.ts';
import { type Html, html } from '../../core/shared/html.ts';
import type { RecordId } from '../../core/shared/ids.ts';
import type { TranslateText } from '../../core/texts/text.ts';
import type { Priority, Status } from './vocabulary.ts';

/** A mail that a change of a ticket causes, as its job carries it. Its recipient is decided when it is sent. */
export interface TicketNotice {
  readonly about: 'created' | 'staff_reply' | 'client_reply' | 'status';
  readonly ticketId: RecordId;
  readonly replyId: RecordId | null;
  /** The user who caused it, and gets no mail about it; null for code of the app. */
  readonly actorId: RecordId | null;
  /** The status that changed along with a reply. */
  readonly status?: Status | null;
}

/**
 * The queue of notices. The lease covers the work before the mail: the job is deleted before a transport gets the mail
 * (`src/features/mail/sendOnce.ts`). A mail may wait longer for its turn; another process may then take the job.
 */
export const ticketNoticeQueue: Queue<TicketNotice> = { name: 'ticket-notices', leaseSeconds: 50 };

interface NoticeContents {
  readonly about: TicketNotice['about'];
  readonly status?: TicketNotice['status'];
  readonly ticket: Readonly<Record<string, unknown>>;
  readonly reply: Readonly<Record<string, unknown>> | null;
  /** The ticket's page, in the admin UI or for clients; null if the app does not know its own address. */
  readonly link: string | null;
  /** True if a reply to the mail comes back to the ticket. */
  readonly isAnswerable: boolean;
  readonly t: TranslateText;
}

/** The subject and the text of a notice. */
export const composeNotice = ({ about, status, ticket, reply, link, isAnswerable, t }: NoticeContents) => {
  const { id, subject } = ticket;
  const headline = headlineOf(about, ticket, t);
  const ending = isAnswerable ? t('mails:notice:answer') : null;
  const change = status ? t('mails:notice:change', { status: t(`mails:notice:status:${status}`) }) : null;
  const anchor = link === null ? null : html`<a href="${link}">${t('mails:notice:page')}</a>`;
  const parts = [headline, bodyOf(about, ticket, reply), change, linkLine(about, link, t), ending];
  return {
    // In one thread the subject stays the same: mail clients group by it.
    subject: isAnswerable
      ? `[#${id}] ${subject}`
      : `[#${id}] ${t(`mails:notice:subject:${about}`, { subject: String(subject) })}`,
    text: parts.filter((part) => part !== null && part !== '').join('\n\n'),
    // What staff formatted stays so.
    ...(about === 'staff_reply' && reply && { html: htmlOf(headline, reply.body, [change, anchor, ending]) }),
  };
};

/** The link's line: with words for clients, who do not know the address. */
const linkLine = (about: TicketNotice['about'], link: string | null, t: TranslateText): string | null => {
  if (link === null || about === 'created' || about === 'client_reply') return link;
  return `${t('mails:notice:page')}: ${link}`;
};

const htmlOf = (headline: string, body: unknown, endings: readonly (string | Html | null)[]): string => {
  const formatted = { html: convertLexicalToHTML({ data: body as SerializedEditorState }) };
  const paragraphs = endings.map((ending) => ending && html`<p>${ending}</p>`);
  return html`<p>${headline}</p>${formatted}${paragraphs}`.html;
};

const headlineOf = (
  about: TicketNotice['about'],
  { subject, status, priority }: Readonly<Record<string, unknown>>,
  t: TranslateText,
): string =>
  t(`mails:notice:headline:${about}`, {
    subject: String(subject),
    status: t(`mails:notice:status:${status as Status}`),
    priority: t(`mails:notice:priority:${priority as Priority}`),
  });

const bodyOf = (
  about: TicketNotice['about'],
  ticket: Readonly<Record<string, unknown>>,
  reply: NoticeContents['reply'],
): string | null => {
  if (about === 'created') return (ticket.description ?? null) as string | null;
  return reply ? String(reply.text) : null;
};

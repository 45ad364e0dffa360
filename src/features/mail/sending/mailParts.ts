import type { Payload } from 'payload';
import type { Job } from '../../../core/jobs/jobs.ts';
import { type Html, html } from '../../../core/shared/text/html.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { sendOnce } from './portalMail.ts';

type Paragraph = string | { readonly link: string; readonly label: string } | null;

/** A mail in paragraphs. Null stands for one that this mail does not have. */
export interface MailParts {
  readonly to: string;
  readonly type: string;
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

interface Sending {
  readonly job: Pick<Job<object>, 'id' | 'claims' | 'take'>;
  readonly relatedTo: { readonly type: string; readonly id: RecordId } | null;
  /** The user on whose behalf it is sent; null for none. */
  readonly user: RecordId | null;
}

/**
 * Sends the mail of a job once, as text and simple HTML. If it fails, the email log records it.
 *
 * @returns true if a transport has accepted it
 */
export const sendMailParts = (payload: Payload, mail: MailParts, sending: Sending): Promise<boolean> =>
  send(payload, mail, sending, { html: html`${mail.paragraphs.map(htmlOf)}`.html });

/** Sends the mail as text alone. */
export const sendTextParts = (payload: Payload, mail: MailParts, sending: Sending): Promise<boolean> =>
  send(payload, mail, sending, {});

const send = async (
  payload: Payload,
  { to, type, subject, paragraphs }: MailParts,
  { relatedTo, user, job }: Sending,
  beside: { readonly html?: string },
): Promise<boolean> => {
  const portal = { type, ...(relatedTo && { relatedTo }), user };
  const text = paragraphs.flatMap(textOf).join('\n\n');
  const attempt = await sendOnce(payload, { to, subject, text, ...beside, portal }, job);
  return attempt?.status === 'sent';
};

const textOf = (paragraph: Paragraph): string[] => {
  if (paragraph === null) return [];
  return [typeof paragraph === 'string' ? paragraph : `${paragraph.label}:\n${paragraph.link}`];
};

const htmlOf = (paragraph: Paragraph): Html | null => {
  if (paragraph === null) return null;
  if (typeof paragraph !== 'string') return html`<p><a href="${paragraph.link}">${paragraph.label}</a></p>`;
  const lines = paragraph.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);
  // Words of people may run from right to left, in a mail of any language.
  return html`<p dir="auto">${lines}</p>`;
};

/** The language of a mail, as its texts have it. */
export const languageIn = ({ config }: Payload, language: string | null): string =>
  language !== null && language in config.i18n.supportedLanguages ? language : config.i18n.fallbackLanguage;

/** A moment to the minute. The reader's time zone is not known, so it is in UTC, and says so. */
export const momentInWords = (moment: Date, language: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(moment);

import type { SendEmailOptions, TypedUser } from 'payload';
import type { EmailAttempt } from './attempt.ts';

/**
 * What a sender declares about a mail, for the email log alone:
 * `payload.sendEmail({ to, subject, html, portal: { type: 'ticket_update', relatedTo: { type: 'ticket', id } } })`.
 * It never reaches a transport.
 */
export interface PortalMail {
  /** Notification type, such as `transfer_ready`, `upload_request` or `ticket_update`. */
  type?: string;
  /** The transfer, ticket, invoice or other record that the mail belongs to. */
  relatedTo?: { type: string; id: number | string };
  /** Who caused the mail, by id or as a document; for mails sent outside a request, or on somebody's behalf. */
  user?: number | string | Pick<TypedUser, 'id'> | null;
}

/** What the portal's own mails may add: to hear what came of them. */
interface ObservedMail extends PortalMail {
  observe?(attempt: Readonly<EmailAttempt>, response: string | null): void;
}

declare module 'nodemailer/lib/mail-composer' {
  interface MailComposerOptions {
    portal?: PortalMail | ObservedMail;
  }
}

/** Tells the sender of a mail what came of it, where it asked. */
export const tellSender = (
  { portal }: SendEmailOptions,
  attempt: Readonly<EmailAttempt>,
  response: string | null,
): void => {
  if (portal && 'observe' in portal) portal.observe?.(attempt, response);
};

/** The declaration with every part as the log stores it; null for what was not declared. */
export interface Declaration {
  readonly type: string | null;
  readonly relatedType: string | null;
  readonly relatedId: string | null;
  /** Undefined where the sender left it to the request. */
  readonly userId: string | null | undefined;
}

/** Long enough for any key; an index entry of PostgreSQL has to fit in a third of a page. */
const longestKey = 255;

export const declarationOf = ({ portal }: SendEmailOptions): Declaration => ({
  type: keyOf(portal?.type),
  relatedType: keyOf(portal?.relatedTo?.type),
  relatedId: keyOf(portal?.relatedTo?.id),
  userId: portal?.user === undefined ? undefined : userIdOf(portal.user),
});

const userIdOf = (user: PortalMail['user']): string | null =>
  keyOf(typeof user === 'object' && user !== null ? user.id : user);

const keyOf = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value).replaceAll('\0', ' ').slice(0, longestKey) || null;
};

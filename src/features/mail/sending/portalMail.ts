import type { MailComposerOptions } from 'nodemailer-10/lib/mail-composer';
import type { Payload, SendEmailOptions, TypedUser } from 'payload';
import type { Job, JobClaim } from '../../../core/jobs/jobs.ts';
import { atMost } from '../../../core/shared/concurrency/concurrency.ts';
import { type EmailAttempt, longestKey } from '../../email-log/feature.ts';
import { property } from '../chain/property.ts';

/**
 * A sender's declaration about a mail, for the email log only:
 * `payload.sendEmail({ to, subject, html, portal: { type: 'ticket_update', relatedTo: { type: 'ticket', id } } })`.
 * It never reaches a transport.
 */
export interface PortalMail {
  /** Notification type, such as `transfer_ready`, `upload_request` or `ticket_update`. */
  type?: string;
  /** The transfer, ticket, invoice or other record that the mail belongs to. */
  relatedTo?: { type: string; id: number | string };
  /** The user who caused the mail, by id or as a document; for mails sent outside a request, or on a user's behalf. */
  user?: number | string | Pick<TypedUser, 'id'> | null;
}

/** Additions of the portal's own mails. */
interface OwnMail extends PortalMail {
  /** Called with the outcome. */
  observe?(attempt: Readonly<EmailAttempt>, response: string | null): void;
  job?: MailJob;
}

/** The job that a mail belongs to. */
interface MailJob extends JobClaim {
  /**
   * Called before a transport gets the mail, once its line is on disk. If it rejects, nothing is sent, there is no row, and
   * `sendEmail` rejects with the same error.
   */
  take(): Promise<void>;
}

// The types of a mail come from the app: from nodemailer 10, from @types/nodemailer, or from nowhere. The portal's own nodemailer
// has another name, because its types would replace these.

// biome-ignore lint/suspicious/noTsIgnore: an error only in an app without nodemailer 10.
/** @ts-ignore only the app may have these types. */
declare module 'nodemailer/lib/mail-composer' {
  interface MailComposerOptions {
    portal?: PortalMail | OwnMail;
  }
}

// biome-ignore lint/suspicious/noTsIgnore: an error without @types/nodemailer, and another one with it.
/** @ts-ignore only the app may have these types, and an import would not name them by their package. */
declare module '@types/nodemailer/lib/mailer/index.js' {
  interface Options {
    portal?: PortalMail;
  }
}

/** Calls the sender's `observe` with the outcome, if there is one. Never throws, because the mail itself is not affected. */
export const tellSender = (
  message: SendEmailOptions,
  attempt: Readonly<EmailAttempt>,
  response: string | null,
): void => {
  const observe = property(property(message, 'portal'), 'observe');
  if (typeof observe !== 'function') return;
  try {
    observe(attempt, response);
  } catch {
    // An observer that throws changes nothing about the mail.
  }
};

/** The job that must be taken before the mail may be sent. Returns null for nearly all mails. */
export const jobOf = (message: SendEmailOptions): MailJob | null => {
  const job = property(property(message, 'portal'), 'job');
  return typeof property(job, 'take') === 'function' ? (job as MailJob) : null;
};

/** The declaration with every part as the log stores it; null for parts that were not declared. */
interface Declaration {
  readonly type: string | null;
  readonly relatedType: string | null;
  readonly relatedId: string | null;
  /** It is undefined if the sender left it to the request. */
  readonly userId: string | null | undefined;
}

/** Reads a caller's declaration, whatever its form. Never throws. */
export const declarationOf = (message: unknown): Declaration => {
  const portal = property(message, 'portal');
  const relatedTo = property(portal, 'relatedTo');
  const user = property(portal, 'user');
  return {
    type: keyOf(property(portal, 'type')),
    relatedType: keyOf(property(relatedTo, 'type')),
    relatedId: keyOf(property(relatedTo, 'id')),
    userId: user === undefined ? undefined : userIdOf(user),
  };
};

const userIdOf = (user: unknown): string | null =>
  keyOf(typeof user === 'object' ? property(user, 'id') : user);

const keyOf = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value).replaceAll('\0', ' ').slice(0, longestKey) || null;
};

/** A mail in the form that `payload.sendEmail` takes, with the declaration for the email log. */
export interface PortalEmail extends Omit<MailComposerOptions, 'from'> {
  /** @default the sender that Settings or the option `mail.from` name */
  from?: string | { address: string; name?: string };
  portal: PortalMail;
}

/**
 * `payload.sendEmail` with types of its own. The types of the CMS come from `@types/nodemailer`: in an app that does not
 * have it, `payload.sendEmail` takes anything.
 *
 * @returns the response of the transport
 * @throws as `payload.sendEmail` does, if no transport is known to have accepted the mail
 */
export const sendPortalEmail = (payload: Payload, message: PortalEmail): Promise<unknown> =>
  payload.sendEmail(message);

/**
 * Limits the mails under way to the number that an SMTP server gets at once. A mail that waits for its turn has not taken
 * its job: another process does it if this one dies.
 */
const inFlight = atMost(5);

/** RFC 3834: keeps holiday notices from replying; Exchange reads the other header. */
const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** A mail that no person writes. Headers of its own take precedence over those of automatic mail. */
type JobMail = Omit<SendEmailOptions, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/**
 * Sends the mail of a job once, even if this process dies: the job is deleted before a transport gets the mail. If the mail
 * fails, the email log records it.
 *
 * @param message the mail, or the way to it: then a mail that waits for its turn holds no files in memory
 * @param job the one that the mail belongs to
 * @returns the attempt as the email log has it; null if another process has taken the job
 * @throws if the mail could not be made or the job not be deleted; nothing was sent then
 */
export const sendOnce = async (
  payload: Payload,
  message: JobMail | (() => Promise<JobMail>),
  { id, claims, take }: Pick<Job<object>, 'id' | 'claims' | 'take'>,
): Promise<Readonly<EmailAttempt> | null> => {
  let taking: Promise<boolean> | undefined;
  let attempt: Readonly<EmailAttempt> | null = null;
  const job: MailJob = {
    id,
    claims,
    async take() {
      taking = take();
      if (!(await taking)) throw new Error('Another process has claimed the job of this mail.');
    },
  };
  await inFlight(async () => {
    const mail = typeof message === 'function' ? await message() : message;
    const headers = { ...automaticHeaders, ...mail.headers };
    const observe = (made: Readonly<EmailAttempt>) => {
      attempt = made;
    };
    await payload.sendEmail({ ...mail, headers, portal: { ...mail.portal, job, observe } }).catch(() => {});
  });
  await taking;
  return attempt;
};

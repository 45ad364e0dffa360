import type { Payload, SendEmailOptions } from 'payload';
import type { Job } from '../../../core/jobs/jobs.ts';
import { atMost } from '../../../core/shared/concurrency/concurrency.ts';
import type { EmailAttempt } from '../../email-log/feature.ts';
import type { MailJob } from './portalMail.ts';

/**
 * Limits the mails under way to the number that an SMTP server gets at once. A mail that waits for its turn has not taken
 * its job, so another process may.
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

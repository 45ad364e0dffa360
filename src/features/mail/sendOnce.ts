import type { Payload, SendEmailOptions } from 'payload';
import type { Job } from '../../core/jobs/jobs.ts';
import { atMost } from '../../core/shared/concurrency.ts';
import type { MailJob } from './portalMail.ts';

/**
 * Limits the mails under way to the number that an SMTP server gets at once. A mail that waits for its turn has not taken
 * its job, so another process may.
 */
const inFlight = atMost(5);

/**
 * Sends the mail of a job once, even if this process dies: the job is deleted before a transport gets the mail. If the mail
 * fails, the email log records it.
 *
 * @param message the mail, or the way to it: then a mail that waits for its turn holds no files in memory
 * @param job the one that the mail belongs to
 * @throws if the mail could not be made or the job not be deleted; nothing was sent then
 */
export const sendOnce = async (
  payload: Payload,
  message: SendEmailOptions | (() => Promise<SendEmailOptions>),
  { id, claims, take }: Pick<Job<object>, 'id' | 'claims' | 'take'>,
): Promise<void> => {
  let taking: Promise<boolean> | undefined;
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
    await payload.sendEmail({ ...mail, portal: { ...mail.portal, job } }).catch(() => {});
  });
  await taking;
};

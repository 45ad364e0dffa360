import type { MailUnderWay } from '../src/email-log/emailLog.ts';
import type { AfterEmailHook } from '../src/options/hooks.ts';

/** The first of the `afterEmail` hooks: writes the attempt to the email log. */
export const logEmail =
  (mail: MailUnderWay): AfterEmailHook =>
  ({ attempt, req }) =>
    mail.finished(attempt, req);

import type { AfterEmailHook } from '../src/core/options/hooks.ts';
import type { MailUnderWay } from '../src/features/email-log/emailLog.ts';

/** The first of the `afterEmail` hooks: writes the attempt to the email log. */
export const logEmail =
  (mail: MailUnderWay): AfterEmailHook =>
  ({ attempt, req }) =>
    mail.finished(attempt, req);

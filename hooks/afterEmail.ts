import type { Payload } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { currentRequest } from '../src/core/request/requestContext.ts';
import { inTime, longestHook } from '../src/core/shared/concurrency/within.ts';
import type { MailUnderWay } from '../src/features/email-log/emailLog.ts';
import type { AfterEmailHook } from '../src/features/email-log/options.ts';
import type { EmailAttempt } from '../src/features/email-log/row.ts';

/** The first of the `afterEmail` hooks: writes the attempt to the email log. */
export const logEmail =
  (mail: MailUnderWay): AfterEmailHook =>
  ({ attempt, req }) =>
    mail.finished(attempt, req);

/** Calls the hooks in order. The log comes first, so the others get the id of its row. */
export const callAfterEmail =
  ({ hooks }: PortalContext['options']) =>
  async (payload: Payload, underWay: MailUnderWay, attempt: EmailAttempt): Promise<void> => {
    const req = currentRequest();
    const call = async (hook: AfterEmailHook, seconds: number): Promise<void> => {
      try {
        await inTime(hook({ attempt: { ...attempt, id: underWay.id }, payload, req }), seconds);
      } catch (err) {
        payload.logger.error({ err, msg: 'An afterEmail hook failed; the mail is not affected.' });
      }
    };
    // It waits for hooks of its own, each of which has its time.
    await call(logEmail(underWay), longestHook * (hooks.beforeEmailLog.length + 1));
    for (const hook of hooks.afterEmail) await call(hook, longestHook);
  };

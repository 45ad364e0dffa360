import type { Payload, TypedUser } from 'payload';
import { logEmail } from '../hooks/afterEmail.ts';
import type { PortalContext } from './context.ts';
import { prepareDatabase } from './database/prepare.ts';
import type { EmailAttempt } from './email-log/attempt.ts';
import { buildRecorder } from './email-log/recorder.ts';
import { emailLogTable } from './email-log/table.ts';
import { interceptMail } from './mail/interception.ts';
import { carriesNothing } from './mail/portalAdapter.ts';
import { buildSendMail } from './mail/sendMail.ts';
import type { AfterEmailHook } from './options.ts';
import { followRequests } from './request/followRequests.ts';
import { currentRequest } from './request/requestContext.ts';

/** Takes the portal's place in a Payload instance that is about to start. */
export const startPortal = (payload: Payload, { options }: PortalContext): void => {
  followRequests(payload);
  const recorder = buildRecorder(payload, () => emailLogTable(payload, options.slugs.emailLog));
  const hooks = [logEmail(recorder, options.hooks.beforeEmailLog), ...options.hooks.afterEmail];
  interceptMail(
    payload,
    buildSendMail({
      payload,
      connectedTransports: async (adapterName) => {
        const { transports } = options.mail;
        return transports.length > 0 || carriesNothing(adapterName) ? transports : null;
      },
      defaultFrom: () => options.mail.from ?? senderOf(payload),
      userIdOf: (user) => userIdOf(user, options.slugs.users),
      attempted: (attempt) => callAfterEmail(payload, hooks, attempt),
    }),
  );
};

const senderOf = ({ email }: Payload): string => `"${email.defaultFromName.replaceAll('"', '')}" <${email.defaultFromAddress}>`;

const userIdOf = (user: TypedUser | null, usersSlug: string): string | null =>
  user?.collection === usersSlug ? String(user.id) : null;

const callAfterEmail = async (
  payload: Payload,
  hooks: readonly AfterEmailHook[],
  attempt: EmailAttempt,
): Promise<void> => {
  const req = currentRequest();
  for (const hook of hooks) {
    try {
      await hook({ attempt, payload, req });
    } catch (err) {
      payload.logger.error({ err, msg: 'An afterEmail hook threw; the mail is not affected.' });
    }
  }
};

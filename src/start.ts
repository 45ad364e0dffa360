import type { Payload, TypedUser } from 'payload';
import { logEmail } from '../hooks/afterEmail.ts';
import { closeCmsCollections } from './access/closeCmsCollections.ts';
import type { PortalContext } from './context.ts';
import { prepareEmailLog } from './email-log/prepare.ts';
import { buildRecorder } from './email-log/recorder.ts';
import { emailLogTable } from './email-log/table.ts';
import type { EmailAttempt } from './mail/attempt.ts';
import { followConnectedMail } from './mail/connectedTransports.ts';
import { interceptMail } from './mail/interception.ts';
import { buildSendMail } from './mail/sendMail.ts';
import type { AfterEmailHook } from './options.ts';
import { followRequests } from './request/followRequests.ts';
import { currentRequest } from './request/requestContext.ts';

/** Takes the portal's place in a Payload instance that is about to start. */
export const startPortal = (payload: Payload, { options, gates }: PortalContext): void => {
  followRequests(payload);
  if (!options.usesExistingUsers) closeCmsCollections(payload, gates);
  const recorder = buildRecorder(payload, () => emailLogTable(payload, options.slugs.emailLog));
  const hooks = [logEmail(recorder, options.hooks.beforeEmailLog), ...options.hooks.afterEmail];
  interceptMail(
    payload,
    buildSendMail({
      payload,
      connectedMail: followConnectedMail(payload, options.mail.transports),
      defaultFrom: () => options.mail.from ?? senderOf(payload),
      userIdOf: (user) => userIdOf(user, options.slugs.users),
      attempted: (attempt) => callAfterEmail(payload, hooks, attempt),
    }),
  );
};

/** Prepares the database. Where the tables are not there yet, the portal starts all the same, and says so. */
export const openPortal = async (payload: Payload, { options }: PortalContext): Promise<void> => {
  try {
    await prepareEmailLog(payload, options.slugs.emailLog);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    payload.logger.warn(`The email log is not ready: ${reason}. Run the app's migrations (payload migrate).`);
  }
};

const senderOf = ({ email }: Payload): string =>
  `"${email.defaultFromName.replaceAll('"', '')}" <${email.defaultFromAddress}>`;

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

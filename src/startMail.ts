import type { Payload, TypedUser } from 'payload';
import { logEmail } from '../hooks/afterEmail.ts';
import { applyBeforeEmailLog } from '../hooks/beforeEmailLog.ts';
import { contextOf, type PortalContext } from './core/context.ts';
import { metricsOf } from './core/metrics/metrics.ts';
import type { ResolvedOptions } from './core/options/resolve.ts';
import { currentRequest } from './core/request/requestContext.ts';
import { eventSecrets } from './features/delivery/eventSecrets.ts';
import { buildEmailLog, type EmailLog, type MailUnderWay } from './features/email-log/emailLog.ts';
import { prepareEmailLog } from './features/email-log/prepare.ts';
import type { EmailAttempt } from './features/email-log/row.ts';
import { followConnectedMail, tellCarriers } from './features/mail/connectedTransports.ts';
import { interceptMail } from './features/mail/interception.ts';
import { buildMailInterceptor } from './features/mail/mailInterceptor.ts';

/** Builds the email log of a Payload instance, with the app's hooks and the portal's metrics. */
export const startEmailLog = (payload: Payload, context: PortalContext): EmailLog => {
  const { slugs, dataDirectory } = context.options;
  const log = buildEmailLog({
    payload,
    slug: slugs.emailLog,
    prepare: () => prepareEmailLog(payload, context.options),
    dataDirectory,
    beforeWriting: (row, req) =>
      applyBeforeEmailLog(hooksOf(payload, context).beforeEmailLog, { row, payload, req }),
  });
  metricsOf(payload).followSpool(log.depth);
  return log;
};

/** Has the portal carry every mail of a Payload instance, and tell the log, the metrics and the app's hooks. */
export const startMail = (payload: Payload, context: PortalContext, log: EmailLog): void => {
  const { mail, slugs } = context.options;
  const connections = followConnectedMail(payload, mail.transports);
  tellCarriers(payload, connections);
  const sendMail = buildMailInterceptor({
    payload,
    connections,
    defaultFrom: () => mail.from ?? senderOf(payload),
    userIdOf: (user) => userIdOf(user, slugs.users),
    isToldByPostmark: async () => (await eventSecrets(payload, context.options.mailEvents)).postmark !== null,
    begin: log.begin,
    async attempted(underWay, attempt) {
      metricsOf(payload).countMail(attempt);
      await callAfterEmail(payload, context, { underWay, attempt });
    },
  });
  interceptMail(payload, sendMail);
};

interface AttemptedMail {
  underWay: MailUnderWay;
  attempt: EmailAttempt;
}

/** The log is the first hook, so the others hear the id of its row. */
const callAfterEmail = async (
  payload: Payload,
  context: PortalContext,
  { underWay, attempt }: AttemptedMail,
): Promise<void> => {
  const req = currentRequest();
  for (const hook of [logEmail(underWay), ...hooksOf(payload, context).afterEmail]) {
    try {
      await hook({ attempt: { ...attempt, id: underWay.id }, payload, req });
    } catch (err) {
      payload.logger.error({ err, msg: 'An afterEmail hook threw; the mail is not affected.' });
    }
  }
};

/** A hot reload of the config, in development, brings other hooks. */
const hooksOf = (payload: Payload, started: PortalContext): ResolvedOptions['hooks'] =>
  (contextOf(payload) ?? started).options.hooks;

const senderOf = ({ email }: Payload): string =>
  `"${email.defaultFromName.replaceAll('"', '')}" <${email.defaultFromAddress}>`;

const userIdOf = (user: TypedUser | null, usersSlug: string): string | null =>
  user?.collection === usersSlug ? String(user.id) : null;

import type { Payload, TypedUser } from 'payload';
import { contextOf, type PortalContext } from '../../core/context.ts';
import type { StartedFeature } from '../../core/feature.ts';
import { metricsOf } from '../../core/metrics/metrics.ts';
import { emailLogOf } from '../email-log/feature.ts';
import { eventSecrets } from '../settings/feature.ts';
import { followConnectedMail, tellCarriers } from './connectedTransports.ts';
import { interceptMail } from './interception/interception.ts';
import { buildMailInterceptor } from './interception/mailInterceptor.ts';
import { warnWithoutSender } from './interception/missingSender.ts';

/** Makes the portal carry every mail of a Payload instance, and report it to the log, the metrics and the app's hooks. */
export const startMail = (payload: Payload, portal: PortalContext): StartedFeature => {
  const { mail, mailEvents, slugs } = portal.options;
  const log = emailLogOf(payload);
  if (!log) throw new Error('The email log starts before the mail.');
  const connections = followConnectedMail(payload, mail.transports);
  tellCarriers(payload, connections);
  const sendMail = buildMailInterceptor({
    payload,
    connections,
    defaultFrom: () => mail.from ?? senderOf(payload),
    userIdOf: (user) => userIdOf(user, slugs.users),
    isToldByPostmark: async () => (await eventSecrets(payload, mailEvents)).postmark !== null,
    begin: log.begin,
    async attempted(underWay, attempt) {
      metricsOf(payload).count('mails', {
        transport: attempt.transport ?? 'none',
        status: attempt.status,
      });
      // A hot reload of the config, in development, brings other hooks.
      await (contextOf(payload) ?? portal).hooks.afterEmail(payload, underWay, attempt);
    },
  });
  interceptMail(payload, sendMail);
  return {
    async open() {
      void warnWithoutSender(payload, mail);
    },
  };
};

const senderOf = ({ email }: Payload): string =>
  `"${email.defaultFromName.replaceAll('"', '')}" <${email.defaultFromAddress}>`;

const userIdOf = (user: TypedUser | null, usersSlug: string): string | null =>
  user?.collection === usersSlug ? String(user.id) : null;

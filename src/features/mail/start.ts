import type { Payload, TypedUser } from 'payload';
import { contextOf, type PortalContext } from '../../core/context.ts';
import type { StartedFeature } from '../../core/feature.ts';
import { metricsOf } from '../../core/metrics/metrics.ts';
import { emailLogOf } from '../email-log/feature.ts';
import { eventSecrets, mailSettings } from '../settings/feature.ts';
import { carriersOf, followConnectedMail, tellCarriers } from './connectedTransports.ts';
import { fallbackSender, interceptMail, isStandIn } from './interception/interception.ts';
import { buildMailInterceptor } from './interception/mailInterceptor.ts';

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

/** The sender that the options name; null if they name none. */
interface MailOptions {
  readonly from: string | null;
}

/** The machine's own mail program supplies a sender. */
const needsNoSender: readonly string[] = ['phpmail'];

/** True if a provider carries mail in the name of {@link fallbackSender}, because no other sender is set. */
export const lacksSender = async (payload: Payload, { from }: MailOptions): Promise<boolean> => {
  // An adapter of the app's has a sender.
  if (from !== null || !isStandIn(payload.email.name)) return false;
  const [settings, carriers] = await Promise.all([mailSettings(payload), carriersOf(payload)]);
  return settings.from === null && carriers.some(({ name }) => !needsNoSender.includes(name));
};

/** Warns at the start that no sender is configured. */
const warnWithoutSender = async (payload: Payload, options: MailOptions): Promise<void> => {
  if (!(await lacksSender(payload, options))) return;
  payload.logger.warn(
    `No sender is set, so mail goes out as ${fallbackSender}, which receiving servers refuse. Set it in Settings → ` +
      'Notifications, or by the option mail.from (MAIL_FROM where the portal runs by itself).',
  );
};

import type { Payload, TypedUser } from 'payload';
import { contextOf, type PortalContext } from '../../core/context.ts';
import type { StartedFeature } from '../../core/feature.ts';
import { metricsOf } from '../../core/metrics/metrics.ts';
import { emailLogOf } from '../email-log/feature.ts';
import { eventSecrets, mailSettings } from '../settings/feature.ts';
import { carriersOf, followConnectedMail, tellCarriers } from './connectedTransports.ts';
import { interceptMail } from './interception/interception.ts';
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
      void warnOfLocalSender(payload, mail).catch((err: unknown) => payload.logger.error({ err }));
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

/** True for a sender that other machines cannot answer: the default, or the one of a copied example. */
const isLocal = (sender: string): boolean => /@localhost>?\s*$/i.test(sender);

/** The sender in whose name a provider carries mail, if it is one that no other machine can answer; null otherwise. */
export const findLocalSender = async (payload: Payload, { from }: MailOptions): Promise<string | null> => {
  const [settings, carriers] = await Promise.all([mailSettings(payload), carriersOf(payload)]);
  const sender = settings.from ?? from ?? senderOf(payload);
  return isLocal(sender) && carriers.some(({ name }) => !needsNoSender.includes(name)) ? sender : null;
};

/** Warns at the start that no sender is configured. */
const warnOfLocalSender = async (payload: Payload, options: MailOptions): Promise<void> => {
  const sender = await findLocalSender(payload, options);
  if (sender === null) return;
  payload.logger.warn(
    `No usable sender is set, so mail goes out as ${sender}, which receiving servers refuse. Set it in Settings → ` +
      'Notifications, or by the option mail.from (MAIL_FROM where the portal runs by itself).',
  );
};

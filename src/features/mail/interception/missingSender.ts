import type { Payload } from 'payload';
import { mailSettings } from '../../settings/feature.ts';
import { carriersOf } from '../connectedTransports.ts';
import { fallbackSender, isStandIn } from './interception.ts';

/** The sender that the options name; null if they name none. */
interface MailOptions {
  readonly from: string | null;
}

/** Programs of this machine know a sender of their own. */
const needsNoSender: readonly string[] = ['phpmail'];

/** True if a provider carries mail in the name of {@link fallbackSender}, because no other sender is set. */
export const lacksSender = async (payload: Payload, { from }: MailOptions): Promise<boolean> => {
  // An adapter of the app's has a sender.
  if (from !== null || !isStandIn(payload.email.name)) return false;
  const [settings, carriers] = await Promise.all([mailSettings(payload), carriersOf(payload)]);
  return settings.from === null && carriers.some(({ name }) => !needsNoSender.includes(name));
};

/** Writes to the log of a start that mail goes out in no one's name. */
export const warnWithoutSender = async (payload: Payload, options: MailOptions): Promise<void> => {
  if (!(await lacksSender(payload, options))) return;
  payload.logger.warn(
    `No sender is set, so mail goes out as ${fallbackSender}, which receiving servers refuse. Set it in Settings → ` +
      'Notifications, or by the option mail.from (MAIL_FROM where the portal runs by itself).',
  );
};

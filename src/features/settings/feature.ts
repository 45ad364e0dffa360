import type { Feature } from '../../core/feature.ts';
import { reencryptSettings } from './storedSecrets.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

// The parts that other features use.
export { type Check, checkInboundAddress, checkSecret, unlessEmpty } from './checks.ts';
export { type ImapOptions, imapOptionsFromUrl, type OAuthOptions } from './imapOptions.ts';
export { inboundOptions, isOwn, ownAddresses } from './inboundOptions.ts';
export { eventSecrets, mailSettings } from './mailSettings.ts';
export { settingsPath } from './pages.ts';
export {
  type EventSecrets,
  type InboundSettings,
  type MailSettings,
  noEventSecrets,
  notificationAddress,
  type TrustedAuthservIds,
} from './readSettings.ts';

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    settings: typeof en;
  }
}

/** The settings of the portal, in the admin UI: the global `portal-settings`. */
export const settings: Feature = {
  name: 'settings',
  texts: { en: { ...en }, de: { ...de } },
  reencrypt: reencryptSettings,
};

import type { Feature } from '../../core/feature.ts';
import { reencryptSettings } from './storedSecrets.ts';
import { settingsTexts } from './texts/index.ts';

/** The settings of the portal, in the admin UI: the global `portal-settings`. */
export const settings: Feature = {
  name: 'settings',
  texts: settingsTexts,
  reencrypt: reencryptSettings,
};

import { settings as de } from './de.ts';
import { settings as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    settings: typeof en;
  }
}

export const settingsTexts = { en: { settings: en }, de: { settings: de } };

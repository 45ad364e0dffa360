import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    settings: typeof en;
  }
}

export const settingsTexts = { en: { ...en }, de: { ...de } };

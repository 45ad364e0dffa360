import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    apiKeys: typeof en;
  }
}

export const apiKeysTexts = { en: { ...en }, de: { ...de } };

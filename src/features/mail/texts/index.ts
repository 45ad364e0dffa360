import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    mail: typeof en;
  }
}

export const mailTexts = { en: { ...en }, de: { ...de } };

import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    emailLog: typeof en;
  }
}

export const emailLogTexts = { en: { ...en }, de: { ...de } };

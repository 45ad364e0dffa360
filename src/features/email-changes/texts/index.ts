import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    emailChanges: typeof en;
  }
}

export const emailChangesTexts = { en: { ...en }, de: { ...de } };

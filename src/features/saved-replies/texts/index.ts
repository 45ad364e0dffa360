import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    savedReplies: typeof en;
  }
}

export const savedRepliesTexts = { en: { ...en }, de: { ...de } };

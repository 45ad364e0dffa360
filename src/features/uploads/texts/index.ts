import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    uploads: typeof en;
  }
}

export const uploadsTexts = { en: { ...en }, de: { ...de } };

import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    files: typeof en;
  }
}

export const filesTexts = { en: { ...en }, de: { ...de } };

import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    transfers: typeof en;
  }
}

export const transfersTexts = { en: { ...en }, de: { ...de } };

import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    tickets: typeof en;
  }
}

export const ticketTexts = { en: { ...en }, de: { ...de } };

import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    clientPages: typeof en;
  }
}

export const clientPagesTexts = { en: { ...en }, de: { ...de } };

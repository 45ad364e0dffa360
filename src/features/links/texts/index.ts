import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    links: typeof en;
  }
}

export const linksTexts = { en: { ...en }, de: { ...de } };

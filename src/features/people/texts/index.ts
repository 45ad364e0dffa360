import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    people: typeof en;
  }
}

export const peopleTexts = { en: { ...en }, de: { ...de } };

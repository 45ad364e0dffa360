import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    signIn: typeof en;
  }
}

export const signInTexts = { en: { ...en }, de: { ...de } };

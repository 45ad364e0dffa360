import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    webhooks: typeof en;
  }
}

export const webhooksTexts = { en: { ...en }, de: { ...de } };

import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    inbound: typeof en;
  }
}

export const inboundTexts = { en: { ...en }, de: { ...de } };

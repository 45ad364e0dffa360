import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    uploadRequests: typeof en;
  }
}

export const uploadRequestsTexts = { en: { ...en }, de: { ...de } };

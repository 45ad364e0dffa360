import * as de from './de.ts';
import * as en from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface FeatureTexts {
    dashboard: typeof en;
  }
}

export const dashboardTexts = { en: { ...en }, de: { ...de } };

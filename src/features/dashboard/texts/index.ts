import { dashboard as de } from './de.ts';
import { dashboard as en } from './en.ts';

declare module '../../../core/texts/text.ts' {
  interface Texts {
    dashboard: typeof en;
  }
}

export const dashboardTexts = { en: { dashboard: en }, de: { dashboard: de } };

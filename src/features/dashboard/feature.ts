import type { Feature } from '../../core/feature.ts';
import { registerDashboard } from './admin/registerDashboard.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    dashboard: typeof en;
  }
}

/** The dashboard, which shows the widgets and warnings of the other features. */
export const dashboard: Feature = {
  name: 'dashboard',
  texts: { en: { ...en }, de: { ...de } },
  extendConfig: registerDashboard,
};

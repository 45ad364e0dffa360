import type { Feature } from '../../core/feature.ts';
import { registerDashboard } from './admin/registerDashboard.ts';
import { dashboardTexts } from './texts/index.ts';

/** The dashboard, which shows the widgets and warnings of the other features. */
export const dashboard: Feature = {
  name: 'dashboard',
  texts: dashboardTexts,
  extendConfig: registerDashboard,
};

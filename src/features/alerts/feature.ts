import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { eraseInAlerts } from './erase.ts';
import { testAlerts } from './operations/testAlerts.ts';
import { alertQueue, buildSendAlert } from './send.ts';
import { alertTables } from './tables.ts';
import { findAlertWarnings } from './warnings.ts';
import { watch } from './watch.ts';

/** An address that hangs occupies one worker per pending alert. */
const mostAtOnce = 100;

/** Alerts: staff learn of troubles by HTTP, never by mail. */
export const alerts: Feature = {
  name: 'alerts',
  tables: alertTables,
  operations: [testAlerts],
  start(payload, portal) {
    registerWorker(payload, alertQueue, buildSendAlert(payload, portal), mostAtOnce);
    return undefined;
  },
  polls: [{ failure: 'The portal could not look for troubles to alert of.', run: watch }],
  erase: eraseInAlerts,
  findWarnings: findAlertWarnings,
};

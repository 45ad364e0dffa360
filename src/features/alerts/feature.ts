import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { testAlerts } from './operations/testAlerts.ts';
import { alertQueue, buildSendAlert, eraseInAlerts } from './send.ts';
import { findAlertWarnings } from './warnings.ts';
import { watch } from './watch.ts';

/** An address that hangs occupies one worker per pending alert. */
const mostAtOnce = 100;

/** The troubles that last, by their kind, and the addresses at which an alert failed. */
const alertTables = `
  create table if not exists support_portal.alerts (
    kind text primary key, since timestamptz, told_at timestamptz, count integer not null default 0, detail text,
    looked_at timestamptz not null);
  create table if not exists support_portal.alert_addresses (
    url text primary key, error text not null, failed_at timestamptz not null)`;

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

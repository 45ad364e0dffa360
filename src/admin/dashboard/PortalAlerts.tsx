import { Banner, Link } from '@payloadcms/ui';
import type { Payload, ServerProps } from 'payload';
import type { ReactNode } from 'react';
import { scopesOf } from '../../access/scopesOf.ts';
import type { PortalContext } from '../../context.ts';
import { prepareEmailLog } from '../../email-log/prepare.ts';
import { lastFailure, newestOutcomes } from '../../email-log/statistics.ts';
import { carriersOf } from '../../mail/connectedTransports.ts';
import { sinceLastWork } from '../../queue/heartbeat.ts';
import { settingsSlug } from '../../settings/settingsSlug.ts';
import { adminPath } from '../shared/adminPath.ts';
import { type Alert, alertsOf, countFailed, watchedMails } from './alerts.ts';
import '../shared/shared.css';
import './dashboard.css';

type PortalAlertsProps = ServerProps & { readonly portal: PortalContext };

/** Above the dashboard: urgent alerts. For staff only. */
export const PortalAlerts = async ({ payload, portal, user }: PortalAlertsProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('email-log:read')) return null;
  const { slugs } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const [carriers, outcomes, sinceWork, failure] = await Promise.all([
    carriersOf(payload),
    newestOutcomes(payload, slugs.emailLog, watchedMails),
    sinceLastWork(payload),
    lastFailure(payload, slugs.emailLog),
  ]);
  const alerts = alertsOf({ carriers, outcomes, sinceWork, worksHere: portal.options.workers === 'inline' });
  const words: Record<Alert, ReactNode> = {
    'no transport': <NoTransport payload={payload} />,
    'mails fail': (
      <>
        <strong>Mails are failing:</strong> {countFailed(outcomes)} of the newest {outcomes.length}, the last
        by “{failure?.error}”.{' '}
        <Link href={adminPath(payload, `/collections/${slugs.emailLog}?status=failed`)}>See what failed</Link>
      </>
    ),
    'no background work': (
      <>
        <strong>No background work ran for an hour.</strong> Notification mails, webhooks and the pruning of
        old rows wait. Start a worker: <code>npm run worker</code>, or <code>payload portal:worker</code> in
        an app of your own.
      </>
    ),
  };
  return (
    <div className="portal-alerts">
      {alerts.map((alert) => (
        <div key={alert} role="alert" data-alert={alert}>
          <Banner type="error">{words[alert]}</Banner>
        </div>
      ))}
    </div>
  );
};

const NoTransport = ({ payload }: { payload: Payload }) => (
  <>
    <strong>No transport is connected, so every mail fails.</strong>{' '}
    <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>Connect a provider under Settings</Link>
  </>
);

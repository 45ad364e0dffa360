import { Banner, Link } from '@payloadcms/ui';
import type { Payload, ServerProps } from 'payload';
import type { ReactNode } from 'react';
import { scopesOf } from '../../access/scopesOf.ts';
import { deadAddresses } from '../../alerts/addresses.ts';
import type { PortalContext } from '../../context.ts';
import { prepareEmailLog } from '../../email-log/prepare.ts';
import { lastFailure, newestOutcomes } from '../../email-log/statistics.ts';
import { type MailboxStatus, mailboxName, mailboxStatus } from '../../inbound/mailboxes.ts';
import { countMails } from '../../inbound/query.ts';
import { carriersOf } from '../../mail/connectedTransports.ts';
import { sinceLastWork } from '../../queue/heartbeat.ts';
import { inboundOptions } from '../../settings/inboundOptions.ts';
import { settingsSlug } from '../../settings/settingsSlug.ts';
import { adminPath } from '../shared/adminPath.ts';
import { utcTime } from '../shared/RelativeTime.tsx';
import { type Alert, alertsOf, countFailed, watchedMails } from './alerts.ts';
import '../shared/shared.css';
import './dashboard.css';

type PortalAlertsProps = ServerProps & { readonly portal: PortalContext };

/** Above the dashboard: urgent alerts. For staff only. */
export const PortalAlerts = async ({ payload, portal, user }: PortalAlertsProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('email-log:read')) return null;
  const { slugs } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const [carriers, outcomes, sinceWork, failure, mailbox, held, dead] = await Promise.all([
    carriersOf(payload),
    newestOutcomes(payload, slugs.emailLog, watchedMails),
    sinceLastWork(payload),
    lastFailure(payload, slugs.emailLog),
    readMailbox(payload, portal),
    countMails(payload, portal),
    deadAddresses(payload),
  ]);
  const alerts = alertsOf({
    carriers,
    outcomes,
    sinceWork,
    worksHere: portal.options.workers === 'inline',
    mailboxError: mailbox?.error ?? null,
    heldMails: held.held ?? 0,
    deadAddresses: dead.length,
  });
  const words: Record<Alert, ReactNode> = {
    'no transport': <NoTransport payload={payload} />,
    'mails fail': (
      <>
        <strong>Mails are failing:</strong> {countFailed(outcomes)} of the newest {outcomes.length}, the last
        by “{failure?.error}”.{' '}
        <Link href={adminPath(payload, `/collections/${slugs.emailLog}?status=failed`)}>See what failed</Link>
      </>
    ),
    'mailbox unreadable': (
      <>
        <strong>The mailbox cannot be read</strong>
        {mailbox?.failedAt && ` since ${utcTime(mailbox.failedAt)}`}: “{mailbox?.error}”.{' '}
        <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>Look at Settings → Mail in</Link>
      </>
    ),
    'mails held': (
      <>
        <strong>
          {held.held} {held.held === 1 ? 'message waits' : 'messages wait'} for a decision.
        </strong>{' '}
        <Link href={adminPath(payload, `/collections/${slugs.inboundMails}?outcome=held`)}>Decide</Link>
      </>
    ),
    'alerts not taken': (
      <>
        <strong>An alert address does not answer:</strong>{' '}
        {dead.map(({ url }) => new URL(url).host).join(', ')}, since {dead[0] && utcTime(dead[0].failedAt)}: “
        {dead[0]?.error}”.{' '}
        <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>Look at Settings → Notifications</Link>
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
          <Banner type={alert === 'mails held' ? 'info' : 'error'}>{words[alert]}</Banner>
        </div>
      ))}
    </div>
  );
};

/** How reading the mailbox goes; null if there is none. */
const readMailbox = async (payload: Payload, portal: PortalContext): Promise<MailboxStatus | null> => {
  const { imap } = await inboundOptions(payload, portal.options.inbound);
  return imap && mailboxStatus(payload, mailboxName(imap));
};

const NoTransport = ({ payload }: { payload: Payload }) => (
  <>
    <strong>No transport is connected, so every mail fails.</strong>{' '}
    <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>Connect a provider under Settings</Link>
  </>
);

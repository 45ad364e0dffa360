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
import { fallbackSender } from '../../mail/interception.ts';
import { lacksSender } from '../../mail/missingSender.ts';
import { sinceLastWork } from '../../queue/heartbeat.ts';
import { inboundOptions } from '../../settings/inboundOptions.ts';
import { settingsSlug } from '../../settings/settingsSlug.ts';
import { textsBy } from '../../translations/text.ts';
import { adminPath } from '../shared/adminPath.ts';
import { ExactTime } from '../shared/RelativeTime.tsx';
import { withElements } from '../shared/withElements.tsx';
import { type Alert, alertsOf, countFailed, watchedMails } from './alerts.ts';
import '../shared/shared.css';
import './dashboard.css';

/** The command that an app gains (`src/bin/register.ts`). */
const workerCommand = 'portal:worker';

type PortalAlertsProps = ServerProps & { readonly portal: PortalContext };

/** Above the dashboard: urgent alerts. For staff only. */
export const PortalAlerts = async ({ payload, portal, user, i18n }: PortalAlertsProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('email-log:read')) return null;
  const { slugs } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const [carriers, isUnnamed, outcomes, sinceWork, failure, mailbox, held, dead] = await Promise.all([
    carriersOf(payload),
    lacksSender(payload, portal.options.mail),
    newestOutcomes(payload, slugs.emailLog, watchedMails),
    sinceLastWork(payload),
    lastFailure(payload, slugs.emailLog),
    readMailbox(payload, portal),
    countMails(payload, portal),
    deadAddresses(payload),
  ]);
  const alerts = alertsOf({
    carriers,
    lacksSender: isUnnamed,
    outcomes,
    sinceWork,
    worksHere: portal.options.workers === 'inline',
    mailboxError: mailbox?.error ?? null,
    heldMails: held.held ?? 0,
    deadAddresses: dead.length,
  });
  const t = textsBy(i18n.t);
  const settings = adminPath(payload, `/globals/${settingsSlug}`);
  const mailboxWords = <strong>{t('dashboard:alert:mailbox')}</strong>;
  const words: Record<Alert, ReactNode> = {
    'no transport': (
      <>
        <strong>{t('dashboard:alert:noTransport')}</strong>{' '}
        <Link href={settings}>{t('dashboard:alert:connect')}</Link>
      </>
    ),
    'no sender': (
      <>
        <strong>{t('dashboard:alert:noSender')}</strong>{' '}
        {t('dashboard:alert:fallbackSender', { sender: fallbackSender })}{' '}
        <Link href={settings}>{t('dashboard:alert:setSender')}</Link>
      </>
    ),
    'mails fail': (
      <>
        <strong>{t('dashboard:alert:failing')}</strong>{' '}
        {withElements(t('dashboard:alert:howMany'), {
          failed: countFailed(outcomes),
          total: outcomes.length,
          error: failure?.error,
        })}{' '}
        <Link href={adminPath(payload, `/collections/${slugs.emailLog}?status=failed`)}>
          {t('dashboard:alert:seeFailed')}
        </Link>
      </>
    ),
    'mailbox unreadable': (
      <>
        {mailbox?.failedAt
          ? withElements(t('dashboard:alert:mailboxErrorSince'), {
              mailbox: mailboxWords,
              time: <ExactTime moment={mailbox.failedAt} />,
              error: mailbox.error,
            })
          : withElements(t('dashboard:alert:mailboxError'), {
              mailbox: mailboxWords,
              error: mailbox?.error,
            })}{' '}
        <Link href={settings}>{t('dashboard:alert:lookAtMailIn')}</Link>
      </>
    ),
    'mails held': (
      <>
        <strong>{t('dashboard:alert:held', { count: held.held ?? 0 })}</strong>{' '}
        <Link href={adminPath(payload, `/collections/${slugs.inboundMails}?outcome=held`)}>
          {t('dashboard:alert:decide')}
        </Link>
      </>
    ),
    'alerts not taken': (
      <>
        <strong>{t('dashboard:alert:deadAddress')}</strong>{' '}
        {withElements(t('dashboard:alert:deadSince'), {
          hosts: dead.map(({ url }) => new URL(url).host).join(', '),
          time: dead[0] && <ExactTime moment={dead[0].failedAt} />,
          error: dead[0]?.error,
        })}{' '}
        <Link href={settings}>{t('dashboard:alert:lookAtNotifications')}</Link>
      </>
    ),
    'no background work': (
      <>
        <strong>{t('dashboard:alert:idle')}</strong>{' '}
        {withElements(t('dashboard:alert:startWorker'), {
          ours: <code>{'npm run worker'}</code>,
          inApp: <code>{`payload ${workerCommand}`}</code>,
        })}
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

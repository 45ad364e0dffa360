import { Link } from '@payloadcms/ui';
import type { Payload, WidgetServerProps } from 'payload';
import type { ReactNode } from 'react';
import { askRetentionDays } from '../../../hooks/emailLogRetentionDays.ts';
import { scopesOf } from '../../access/scopesOf.ts';
import type { PortalContext } from '../../context.ts';
import { prepareEmailLog } from '../../email-log/prepare.ts';
import { lastRetentionRun, type RetentionRun } from '../../email-log/retention.ts';
import {
  type DayOfMail,
  type Failure,
  lastFailure,
  mailByDay,
  oldestEmail,
} from '../../email-log/statistics.ts';
import { settingsSlug } from '../../settings/settingsSlug.ts';
import { adminPath } from '../shared/adminPath.ts';
import { EmptyState } from '../shared/Messages.tsx';
import { RelativeTime } from '../shared/RelativeTime.tsx';
import { MailChart, totalOf } from './MailChart.tsx';
import { Widget } from './Widget.tsx';

type MailWidgetProps = WidgetServerProps & { readonly portal: PortalContext };

const days = 30;

/** Figures of the portal's mail. For staff only. */
export const MailWidget = async ({ req, portal }: MailWidgetProps) => {
  const { payload } = req;
  if (!scopesOf(portal.principalOf(req.user)).includes('email-log:read')) return null;
  const { slugs, hooks } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const now = new Date();
  const [perDay, failure, oldest, run, retention] = await Promise.all([
    mailByDay(payload, slugs.emailLog, { days, now }),
    lastFailure(payload, slugs.emailLog),
    oldestEmail(payload, slugs.emailLog),
    lastRetentionRun(payload),
    askRetentionDays(hooks.emailLogRetentionDays, payload),
  ]);
  const log = adminPath(payload, `/collections/${slugs.emailLog}`);
  const total = perDay.reduce((sum, day) => sum + totalOf(day), 0);
  const keptFor = retention.kind === 'days' ? `${retention.days} days` : 'for ever';
  return (
    <Widget title={`Mail of the last ${days} days`} href={log} link="Email log">
      {total === 0 ? <NoMail payload={payload} /> : <MailChart days={perDay} />}
      <dl className="portal-figures">
        <Figure term="Mails">{numbers.format(total)}</Figure>
        <Figure term="Failed">{shareOf(perDay, 'failed', total)}</Figure>
        <Figure term="Carried by a fallback">{shareOf(perDay, 'fallback', total)}</Figure>
        <Figure term="Oldest row">{oldest ? <RelativeTime moment={oldest} now={now} /> : 'None'}</Figure>
        <Figure term={`Last pruned (rows are kept ${keptFor})`}>{describeRun(run, now)}</Figure>
      </dl>
      {failure && <LastError failure={failure} log={log} now={now} />}
    </Widget>
  );
};

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const shareOf = (perDay: readonly DayOfMail[], name: 'failed' | 'fallback', total: number): string => {
  const count = perDay.reduce((sum, day) => sum + day[name], 0);
  return total === 0 ? 'None' : `${percents.format(count / total)} (${numbers.format(count)})`;
};

const describeRun = (run: RetentionRun | null, now: Date): ReactNode =>
  run ? (
    <>
      <RelativeTime moment={new Date(run.last_run_at)} now={now} />, {numbers.format(run.deleted)} rows
    </>
  ) : (
    'Not yet: daily at 03:15 UTC'
  );

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

const LastError = ({ failure, log, now }: { failure: Failure; log: string; now: Date }) => (
  <p className="portal-widget__note">
    Last error, <RelativeTime moment={failure.created_at} now={now} />
    {failure.transport && ` by ${failure.transport}`}:{' '}
    <Link href={`${log}/${failure.id}`}>{failure.error ?? 'No error was given'}</Link>
  </p>
);

const NoMail = ({ payload }: { payload: Payload }) => (
  <EmptyState title="No mail yet">
    <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>Connect a provider and send a test mail</Link>{' '}
    to see it here.
  </EmptyState>
);

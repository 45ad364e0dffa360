import { Link } from '@payloadcms/ui';
import type { Payload, WidgetServerProps } from 'payload';
import { scopesOf } from '../../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../../core/context.ts';
import { dailyTime } from '../../../../core/jobs/lastWork.ts';
import { settingsSlug } from '../../../../core/shared/portal/settingsSlug.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { localeOf } from '../../../../core/ui/locale.ts';
import { Widget } from '../../../../core/ui/parts/page/Widget.tsx';
import { RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { EmptyState, Fact, withElements } from '../../../../core/ui/parts/words/words.tsx';
import { prepareEmailLog } from '../../prepare.ts';
import { type Failure, lastFailure, mailByDay, oldestEmail } from '../../reading/statistics.ts';
import { lastRetentionRun, type RetentionRun } from '../../retention/retention.ts';
import { MailChart, totalOf } from './MailChart.tsx';
import './MailWidget.css';

type MailWidgetProps = WidgetServerProps & { readonly portal: PortalContext };

const days = 30;

/** Figures of the portal's mail. Only staff see it. */
export const MailWidget = async ({ req, portal }: MailWidgetProps) => {
  const { payload, i18n } = req;
  if (!scopesOf(portal.principalOf(req.user)).includes('email-log:read')) return null;
  const { slugs } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const now = new Date();
  const t = textsBy(i18n.t);
  const locale = localeOf(i18n);
  const numbers = new Intl.NumberFormat(locale);
  const [perDay, failure, oldest, run, retention] = await Promise.all([
    mailByDay(payload, slugs.emailLog, { days, now }),
    lastFailure(payload, slugs.emailLog),
    oldestEmail(payload, slugs.emailLog),
    lastRetentionRun(payload),
    portal.hooks.emailLogRetentionDays(payload),
  ]);
  const log = adminPath(payload, `/collections/${slugs.emailLog}`);
  const total = perDay.reduce((sum, day) => sum + totalOf(day), 0);
  const pruned =
    retention.kind === 'days'
      ? t('dashboard:mail:prunedAfter', { count: retention.days })
      : t('dashboard:mail:prunedNever');
  const shareOf = (name: 'failed' | 'fallback'): string => {
    const count = perDay.reduce((sum, day) => sum + day[name], 0);
    const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
    return total === 0
      ? t('dashboard:mail:noMail')
      : t('dashboard:mail:share', { percent: percents.format(count / total), number: numbers.format(count) });
  };
  return (
    <Widget title={t('dashboard:mail:title', { days })} href={log} link={t('dashboard:mail:log')}>
      {total === 0 ? <NoMail payload={payload} t={t} /> : <MailChart days={perDay} locale={locale} t={t} />}
      <dl className="portal-figures">
        <Fact label={t('dashboard:mail:mails')}>{numbers.format(total)}</Fact>
        <Fact label={t('dashboard:mail:failed')}>{shareOf('failed')}</Fact>
        <Fact label={t('dashboard:mail:fallback')}>{shareOf('fallback')}</Fact>
        <Fact label={t('dashboard:mail:oldest')}>
          {oldest ? <RelativeTime moment={oldest} now={now} /> : t('dashboard:mail:noRow')}
        </Fact>
        <Fact label={pruned}>
          {run ? (
            <Pruned run={run} now={now} numbers={numbers} t={t} />
          ) : (
            t('dashboard:mail:notPruned', { time: dailyTime })
          )}
        </Fact>
      </dl>
      {failure && <LastError failure={failure} log={log} now={now} t={t} />}
    </Widget>
  );
};

interface PrunedProps {
  readonly run: RetentionRun;
  readonly now: Date;
  readonly numbers: Intl.NumberFormat;
  readonly t: TranslateText;
}

const Pruned = ({ run, now, numbers, t }: PrunedProps) =>
  withElements(t('dashboard:mail:pruned', { count: run.deleted, number: numbers.format(run.deleted) }), {
    time: <RelativeTime moment={new Date(run.last_run_at)} now={now} />,
  });

interface LastErrorProps {
  readonly failure: Failure;
  readonly log: string;
  readonly now: Date;
  readonly t: TranslateText;
}

const LastError = ({ failure, log, now, t }: LastErrorProps) => (
  <p className="portal-widget__note">
    {withElements(t(failure.transport ? 'dashboard:mail:lastErrorBy' : 'dashboard:mail:lastError'), {
      time: <RelativeTime moment={failure.created_at} now={now} />,
      transport: failure.transport,
      error: <Link href={`${log}/${failure.id}`}>{failure.error ?? t('dashboard:mail:noError')}</Link>,
    })}
  </p>
);

const NoMail = ({ payload, t }: { payload: Payload; t: TranslateText }) => (
  <EmptyState title={t('dashboard:mail:noneYet')}>
    {withElements(t('dashboard:mail:toSee'), {
      link: <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>{t('dashboard:mail:connect')}</Link>,
    })}
  </EmptyState>
);

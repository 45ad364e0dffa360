import { dailyTime } from '../../../../core/jobs/lastWork.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import { settingsPart } from '../../../../core/ui/pageComponent.ts';
import { RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../../core/ui/parts/words/words.tsx';
import { prepareEmailLog } from '../../prepare.ts';
import { lastRetentionRun, type RetentionDays } from '../../retention/retention.ts';
import '../../../../core/ui/parts/page/side.css';

/** Part of Settings: the time for which log rows are kept, and the setting that decides it. */
export const RetentionNote = settingsPart(async ({ payload, portal, i18n }) => {
  const t = textsBy(i18n.t);
  const { hooks } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const [days, run] = await Promise.all([
    portal.hooks.emailLogRetentionDays(payload),
    lastRetentionRun(payload),
  ]);
  return (
    <section className="field-type portal-side" aria-labelledby="portal-retention">
      <h2 id="portal-retention">{t('settings:retention:title')}</h2>
      <p>{describeDays(days, t)}</p>
      <p className="portal-muted">
        {t(hooks.emailLogRetentionDays ? 'settings:retention:setByHook' : 'settings:retention:isDefault')}{' '}
        {run
          ? withElements(t('settings:retention:pruned', { count: run.deleted }), {
              time: <RelativeTime moment={new Date(run.last_run_at)} now={new Date()} />,
            })
          : t('settings:retention:notPruned', { time: dailyTime })}
      </p>
    </section>
  );
});

const describeDays = (days: RetentionDays, t: TranslateText): string => {
  if (days.kind === 'forever') return t('settings:retention:forever');
  if (days.kind === 'days') return t('settings:retention:days', { count: days.days });
  if (days.kind === 'threw') return t('settings:retention:threw', { error: days.error });
  return t('settings:retention:invalid', { given: days.given });
};

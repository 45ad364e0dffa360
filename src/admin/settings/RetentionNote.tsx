import type { UIFieldServerProps } from 'payload';
import { askRetentionDays } from '../../../hooks/emailLogRetentionDays.ts';
import type { PortalContext } from '../../context.ts';
import { prepareEmailLog } from '../../email-log/prepare.ts';
import { lastRetentionRun, type RetentionDays } from '../../email-log/retention.ts';
import { RelativeTime } from '../shared/RelativeTime.tsx';

type RetentionNoteProps = UIFieldServerProps & { readonly portal: PortalContext };

/** In Settings: how long log rows are kept, and what sets it. */
export const RetentionNote = async ({ payload, portal }: RetentionNoteProps) => {
  const { hooks } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const [days, run] = await Promise.all([
    askRetentionDays(hooks.emailLogRetentionDays, payload),
    lastRetentionRun(payload),
  ]);
  return (
    <section className="field-type portal-side" aria-labelledby="portal-retention">
      <h2 id="portal-retention">How long the email log is kept</h2>
      <p>{describeDays(days)}</p>
      <p className="portal-muted">
        {hooks.emailLogRetentionDays
          ? 'Set by the hook emailLogRetentionDays in the app’s configuration.'
          : 'The default. The hook emailLogRetentionDays in the app’s configuration changes it.'}{' '}
        {run ? (
          <>
            Pruned last <RelativeTime moment={new Date(run.last_run_at)} now={new Date()} />, {run.deleted}{' '}
            rows.
          </>
        ) : (
          'Not pruned yet: it runs daily at 03:15 UTC.'
        )}
      </p>
    </section>
  );
};

const describeDays = (days: RetentionDays): string => {
  if (days.kind === 'forever') return 'Rows are kept for ever.';
  if (days.kind === 'days') return `Rows are deleted after ${days.days} days.`;
  return `Nothing is deleted: ${days.reason}.`;
};

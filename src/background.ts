import cron, { type ScheduledTask } from 'node-cron';
import type { Payload } from 'payload';
import { askRetentionDays } from '../hooks/emailLogRetentionDays.ts';
import { prepareEmailLog } from './email-log/prepare.ts';
import { runRetention } from './email-log/retention.ts';
import { retentionCron } from './email-log/retentionSchedule.ts';
import type { ResolvedOptions } from './options.ts';

export interface BackgroundWork {
  /** Begins, once; what was missed while nothing ran is caught up. */
  start(): void;
  stop(): void;
}

/** What the portal does by itself: the daily pruning of the email log, on every instance, done by one. */
export const buildBackgroundWork = (payload: Payload, options: ResolvedOptions): BackgroundWork => {
  let task: ScheduledTask | null = null;

  const prune = async (): Promise<void> => {
    const slug = options.slugs.emailLog;
    try {
      await prepareEmailLog(payload, slug);
      await runRetention(payload, slug, () => askRetentionDays(options.hooks.emailLogRetentionDays, payload));
    } catch (err) {
      payload.logger.error({ err, msg: 'The email log could not be pruned; the next run makes up for it.' });
    }
  };

  return {
    start() {
      if (task) return;
      task = cron.schedule(retentionCron, prune, { timezone: 'UTC', unref: true, noOverlap: true });
      void prune();
    },
    stop() {
      void task?.destroy();
      task = null;
    },
  };
};

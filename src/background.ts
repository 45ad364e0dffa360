import cron, { type ScheduledTask } from 'node-cron';
import type { Payload } from 'payload';
import { askRetentionDays } from '../hooks/emailLogRetentionDays.ts';
import { prepareEmailLog } from './email-log/prepare.ts';
import { runRetention } from './email-log/retention.ts';
import { retentionCron } from './email-log/retentionSchedule.ts';
import type { ResolvedOptions } from './options.ts';
import { jobsOf } from './queue/jobs.ts';

export interface BackgroundWork {
  /** Begins, once; what was missed while nothing ran is caught up. */
  start(): void;
  /** Within five seconds. */
  stop(): Promise<void>;
}

/**
 * What the portal does by itself: jobs, and the daily pruning of the email log, which begins on every instance and is
 * done by one.
 */
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
      jobsOf(payload).start();
    },
    async stop() {
      void task?.destroy();
      task = null;
      await jobsOf(payload).stop();
    },
  };
};

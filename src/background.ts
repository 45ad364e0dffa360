import cron, { type ScheduledTask } from 'node-cron';
import type { Payload } from 'payload';
import { askRetentionDays } from '../hooks/emailLogRetentionDays.ts';
import { watch } from './alerts/watch.ts';
import { pruneAnswers } from './api/idempotency/store.ts';
import { makeExpiryWarnings } from './api-keys/expiryWarnings.ts';
import type { PortalContext } from './context.ts';
import { isMissingRight } from './database/prepareSchema.ts';
import { prepareEmailLog } from './email-log/prepare.ts';
import { retentionCron, runRetention } from './email-log/retention.ts';
import { buildMailboxReader } from './inbound/mailboxReader.ts';
import { pruneInboundMails } from './inbound/prune.ts';
import { pruneTokens } from './mail-events/usedTokens.ts';
import { pruneChanges } from './people/emailChanges.ts';
import { recordWork } from './queue/heartbeat.ts';
import type { Round } from './queue/round.ts';
import { workOf } from './queue/work.ts';
import { within } from './shared/within.ts';
import { prunePresence } from './tickets/presence.ts';
import { pruneDeliveries } from './webhooks/prune.ts';

export interface BackgroundWork {
  /** Begins, once; what was missed while nothing ran is caught up. */
  start(): void;
  /** One round of everything, whether or not it has begun here: within 45 seconds. */
  round(): Promise<Round>;
  /** Within five seconds. */
  stop(): Promise<void>;
}

interface Errand {
  /** What is not done if it fails, for the log. */
  readonly name: string;
  run(): Promise<void>;
}

/** Of a round, in milliseconds. */
const longestErrands = 10_000;
const longestMailbox = 10_000;
const longestJobs = 20_000;

/** In milliseconds: as long as jobs that are under way. */
const longestEnd = 4_000;

/** How often it is written down that this process works, in milliseconds; the dashboard misses it after an hour. */
const betweenBeats = 5 * 60_000;

/** How often it is looked whether someone has to be alerted, and which pages died, in milliseconds. */
const betweenLooks = 10_000;

/**
 * What the portal does by itself: jobs, and the errands of every day, which begin on every instance and are done by
 * one.
 */
export const buildBackgroundWork = (payload: Payload, portal: PortalContext): BackgroundWork => {
  const { options } = portal;
  const mailbox = buildMailboxReader(payload, portal);
  const { slugs, hooks } = options;
  let task: ScheduledTask | null = null;
  let beats: NodeJS.Timeout | undefined;
  let looks: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let isStopping = false;
  let errandsEnded: Promise<void> = Promise.resolve();

  const errands: readonly Errand[] = [
    {
      name: 'The email log could not be pruned',
      run: () => runRetention(payload, slugs, () => askRetentionDays(hooks.emailLogRetentionDays, payload)),
    },
    {
      name: 'Owners of API keys that expire soon could not be warned',
      run: () => makeExpiryWarnings(payload, slugs.apiKeys),
    },
    { name: 'Old answers of the API could not be pruned', run: () => pruneAnswers(payload) },
    {
      name: 'Old deliveries of webhooks could not be pruned',
      run: async () => void (await pruneDeliveries(payload, portal)),
    },
    { name: 'Old messages could not be deleted', run: () => pruneInboundMails(payload, portal) },
    { name: 'Used tokens of providers could not be pruned', run: () => pruneTokens(payload) },
    {
      name: 'Changes of email addresses that no one confirmed could not be pruned',
      run: () => pruneChanges(payload),
    },
  ];

  /** One that fails keeps no other from being done. */
  const doErrands = async (): Promise<void> => {
    for (const { name, run } of errands) {
      if (isStopping) return;
      try {
        await prepareEmailLog(payload, options);
        await run();
      } catch (err) {
        if (!isMissingRight(err))
          payload.logger.error({ err, msg: `${name}; the next run makes up for it.` });
      }
    }
  };

  const runErrands = (): Promise<void> => {
    errandsEnded = doErrands();
    return errandsEnded;
  };

  /** What a database that is away keeps it from writing, the next beat writes. */
  const beat = (): void =>
    void prepareEmailLog(payload, options)
      .then(() => recordWork(payload))
      .catch(() => {});

  /** One look at a time. A database that is away is told of when it is back. */
  const lookForAlerts = (): Promise<void> => {
    looking ??= prepareEmailLog(payload, options)
      .then(() => watch(payload, portal))
      .catch((err: unknown) => {
        if (!isMissingRight(err))
          payload.logger.warn({ err, msg: 'No one could be alerted of what is wrong.' });
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  /** What a database that is away keeps of pages that died, the next look deletes. */
  const forgetPages = (): Promise<void> =>
    prepareEmailLog(payload, options)
      .then(() => prunePresence(payload))
      .catch(() => {});

  const look = async (): Promise<void> => {
    await Promise.all([lookForAlerts(), forgetPages()]);
  };

  return {
    start() {
      if (task) return;
      isStopping = false;
      task = cron.schedule(retentionCron, runErrands, { timezone: 'UTC', unref: true, noOverlap: true });
      beats = setInterval(beat, betweenBeats).unref();
      looks = setInterval(look, betweenLooks).unref();
      beat();
      void runErrands();
      workOf(payload).start();
      mailbox.start();
    },
    async round() {
      beat();
      await within(look(), longestErrands, undefined);
      // Errands that take longer go on beside the jobs, and the next round makes up for what does not end.
      await within(runErrands(), longestErrands, undefined);
      await mailbox.round(longestMailbox);
      return workOf(payload).round(longestJobs);
    },
    async stop() {
      void task?.destroy();
      task = null;
      clearInterval(beats);
      clearInterval(looks);
      isStopping = true;
      await Promise.all([
        mailbox.stop(),
        workOf(payload).stop(),
        within(errandsEnded, longestEnd, undefined),
      ]);
    },
  };
};

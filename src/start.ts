import type { Payload, TypedUser } from 'payload';
import { logEmail, type WriteRow } from '../hooks/afterEmail.ts';
import { applyBeforeEmailLog } from '../hooks/beforeEmailLog.ts';
import { expiryWarningQueue } from './api-keys/expiryWarnings.ts';
import { sendExpiryWarning } from './api-keys/sendExpiryWarning.ts';
import { buildBackgroundWork } from './background.ts';
import type { PortalContext } from './context.ts';
import { closePools, surviveRestarts } from './database/pool.ts';
import { buildEmailLog } from './email-log/emailLog.ts';
import type { SpooledRows } from './email-log/spool/spool-lines.ts';
import { undoUploads } from './files/undoUploads.ts';
import type { EmailAttempt } from './mail/attempt.ts';
import { tellCarriers } from './mail/carriers.ts';
import { followConnectedMail } from './mail/connectedTransports.ts';
import { interceptMail } from './mail/interception.ts';
import { buildSendMail } from './mail/sendMail.ts';
import { metricsOf, type SpoolDepth } from './metrics/metrics.ts';
import type { AfterEmailHook } from './options/hooks.ts';
import { registerWorker } from './queue/jobs.ts';
import { provideTick } from './queue/tick.ts';
import { followRequests } from './request/followRequests.ts';
import { currentRequest } from './request/requestContext.ts';
import { noticeQueue } from './tickets/notices.ts';
import { sendNotice } from './tickets/sendNotice.ts';
import { warnWithoutAdministrator } from './warnWithoutAdministrator.ts';
import { registerWebhookWorkers } from './webhooks/workers.ts';

/** The portal's part in a Payload instance. */
export interface Portal {
  /** Prepares what needs the database. Where its tables are not there yet, the app starts all the same. */
  open(): Promise<void>;
  /** Begins the background work in this process, whatever the option `workers` says. */
  work(): void;
  /** A process that serves shows it by its first request; a script that only sends mail does no work of others. */
  served(): void;
  close(): Promise<void>;
}

const key = Symbol.for('payload-support-portal.portal');

/** The portal of a Payload instance; undefined where the plugin is not installed, or disabled. */
export const portalOf = (payload: Payload): Portal | undefined =>
  (payload as Payload & { [key]?: Portal })[key];

/** Takes the portal's place in a Payload instance that is about to start. */
export const startPortal = (payload: Payload, context: PortalContext): Portal => {
  const { options } = context;
  registerJobs(payload, context);
  registerWebhookWorkers(payload, context);
  const background = buildBackgroundWork(payload, context);
  followRequests(payload, (req) => portalOf(req.payload)?.served());
  const { afterEmail, beforeEmailLog } = options.hooks;
  const log = buildEmailLog({
    payload,
    slug: options.slugs.emailLog,
    searchIndexes: options.emailLog.searchIndexes,
    dataDirectory: options.dataDirectory,
    beforeWriting: (row) => applyBeforeEmailLog(beforeEmailLog, { row, payload, req: null }),
  });
  const metrics = metricsOf(payload);
  metrics.followSpool(() => depthOf(log.spooled));
  const keys = new WeakMap<EmailAttempt, string>();
  const writeRow: WriteRow = async (attempt, row) => {
    const key = keys.get(attempt);
    if (key === undefined) return;
    await (row ? log.write(key, row) : log.drop(key));
  };
  const hooks = [logEmail(writeRow, beforeEmailLog), ...afterEmail];
  const connections = followConnectedMail(payload, options.mail.transports);
  tellCarriers(payload, connections);
  interceptMail(
    payload,
    buildSendMail({
      payload,
      connections,
      defaultFrom: () => options.mail.from ?? senderOf(payload),
      userIdOf: (user) => userIdOf(user, options.slugs.users),
      begun: log.begin,
      withdrawn: log.drop,
      trying: log.renew,
      attempted: (key, attempt) => {
        keys.set(attempt, key);
        metrics.countMail(attempt);
        return callAfterEmail(payload, hooks, attempt);
      },
    }),
  );
  provideTick(payload, async () => {
    await log.open();
    return background.round();
  });
  const portal: Portal = {
    open: () => {
      surviveRestarts(payload);
      context.temporaryFiles
        .clean((names) => undoUploads(payload, options.slugs.files, names))
        .catch((err) => payload.logger.warn({ err, msg: 'Old uploads stay.' }));
      // Without tables the email log says what is to be done.
      warnWithoutAdministrator(payload, context).catch(() => {});
      return log.open().catch((error: Error) => sayNotReady(payload, error));
    },
    work: background.start,
    served: options.workers === 'inline' ? background.start : () => {},
    close: async () => {
      await background.stop();
      await log.close();
      await metrics.close();
      await closePools(payload);
    },
  };
  return Object.assign(payload, { [key]: portal })[key];
};

const depthOf = (spooled: SpooledRows): SpoolDepth => {
  const depth = { underWay: 0, waiting: 0, written: 0 };
  for (const { state } of spooled.values()) depth[state] += 1;
  return { under_way: depth.underWay, waiting: depth.waiting, written: depth.written };
};

const registerJobs = (payload: Payload, portal: PortalContext): void => {
  registerWorker(payload, noticeQueue, async (job) => {
    await sendNotice({ payload, portal }, job);
    return 'done';
  });
  registerWorker(payload, expiryWarningQueue, async (job) => {
    await sendExpiryWarning(payload, portal.options, job);
    return 'done';
  });
};

const sayNotReady = (payload: Payload, { message }: Error): void =>
  payload.logger.warn(`The email log is not ready: ${message}. Run the app's migrations (payload migrate).`);

const senderOf = ({ email }: Payload): string =>
  `"${email.defaultFromName.replaceAll('"', '')}" <${email.defaultFromAddress}>`;

const userIdOf = (user: TypedUser | null, usersSlug: string): string | null =>
  user?.collection === usersSlug ? String(user.id) : null;

const callAfterEmail = async (
  payload: Payload,
  hooks: readonly AfterEmailHook[],
  attempt: EmailAttempt,
): Promise<void> => {
  const req = currentRequest();
  for (const hook of hooks) {
    try {
      await hook({ attempt, payload, req });
    } catch (err) {
      payload.logger.error({ err, msg: 'An afterEmail hook threw; the mail is not affected.' });
    }
  }
};

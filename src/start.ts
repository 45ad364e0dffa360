import type { Payload, TypedUser } from 'payload';
import { logEmail, type WriteRow } from '../hooks/afterEmail.ts';
import { applyBeforeEmailLog } from '../hooks/beforeEmailLog.ts';
import { expiryWarningQueue } from './api-keys/expiryWarnings.ts';
import { sendExpiryWarning } from './api-keys/sendExpiryWarning.ts';
import { buildBackgroundWork } from './background.ts';
import { contextOf, type PortalContext } from './context.ts';
import { closePools, surviveRestarts } from './database/pool.ts';
import { isMissingRight } from './database/prepareSchema.ts';
import { assertTransactionsWork } from './database/transaction.ts';
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
import type { ResolvedOptions } from './options/resolve.ts';
import { registerWorker } from './queue/jobs.ts';
import { provideTick } from './queue/round.ts';
import { currentRequest } from './request/requestContext.ts';
import { noticeQueue } from './tickets/notices.ts';
import { sendNotice } from './tickets/sendNotice.ts';
import { warnWithoutAdministrator } from './warnWithoutAdministrator.ts';
import { registerWebhookWorkers } from './webhooks/workers.ts';

/** The portal's part in a Payload instance. */
export interface Portal {
  /**
   * Prepares what needs the database, once. If its tables are missing, the app starts all the same.
   *
   * @throws {PortalStartError} if the portal cannot keep its promises in this app
   */
  open(): Promise<void>;
  /** Opens, and begins the background work in this process, whatever the option `workers` says. */
  work(): Promise<void>;
  /** Opens, and begins the background work if it runs in the processes that serve. Called at each request. */
  served(): Promise<void>;
  close(): Promise<void>;
}

const key = Symbol.for('payload-support-portal.portal');

/** The portal of a Payload instance; undefined where the plugin is not installed, or disabled. */
export const portalOf = (payload: Payload): Portal | undefined =>
  (payload as Payload & { [key]?: Portal })[key];

/** Takes the portal's place in a Payload instance that is about to start. */
export const startPortal = (payload: Payload, context: PortalContext): Portal => {
  const { options } = context;
  const hooks = () => hooksOf(payload, context);
  registerJobs(payload, context);
  registerWebhookWorkers(payload, context);
  const background = buildBackgroundWork(payload, context);
  const log = buildEmailLog({
    payload,
    slug: options.slugs.emailLog,
    searchIndexes: options.emailLog.searchIndexes,
    dataDirectory: options.dataDirectory,
    beforeWriting: (row) => applyBeforeEmailLog(hooks().beforeEmailLog, { row, payload, req: null }),
  });
  const metrics = metricsOf(payload);
  metrics.followSpool(() => depthOf(log.spooled));
  /** The log is the first of the hooks; the others hear by which id it has the row. */
  const tellAfterEmail = async (key: string, attempt: EmailAttempt): Promise<void> => {
    const { afterEmail, beforeEmailLog } = hooks();
    const told = { ...attempt };
    const writeRow: WriteRow = async (row) => {
      if (row) told.id = await log.write(key, row);
      else log.drop(key);
    };
    await callAfterEmail(payload, [logEmail(writeRow, beforeEmailLog), ...afterEmail], told);
  };
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
        metrics.countMail(attempt);
        return tellAfterEmail(key, attempt);
      },
    }),
  );
  provideTick(payload, async () => {
    await log.open();
    return background.round();
  });
  let opened: Promise<void> | null = null;

  const prepare = async (): Promise<void> => {
    surviveRestarts(payload);
    await assertTransactionsWork(payload);
    context.temporaryFiles
      .clean((names) => undoUploads(payload, options.slugs.files, names))
      .catch((err) => payload.logger.warn({ err, msg: 'Old uploads stay.' }));
    // Without tables the email log says what is to be done.
    warnWithoutAdministrator(payload, context).catch(() => {});
    await log.open().catch((error: Error) => sayNotReady(payload, error));
  };

  const open = (): Promise<void> => {
    opened ??= prepare().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };

  const work = async (): Promise<void> => {
    await open();
    background.start();
  };

  const portal: Portal = {
    open,
    work,
    served: options.workers === 'inline' ? work : open,
    close: async () => {
      opened = null;
      await background.stop();
      await log.close();
      await metrics.close();
      await closePools(payload);
    },
  };
  return Object.assign(payload, { [key]: portal })[key];
};

/** A hot reload of the config, in development, brings other hooks. */
const hooksOf = (payload: Payload, started: PortalContext): ResolvedOptions['hooks'] =>
  (contextOf(payload) ?? started).options.hooks;

const depthOf = (spooled: SpooledRows): SpoolDepth => {
  const depth = { underWay: 0, waiting: 0, written: 0 };
  for (const { state } of spooled.values()) depth[state] += 1;
  return { under_way: depth.underWay, waiting: depth.waiting, written: depth.written };
};

const registerJobs = (payload: Payload, portal: PortalContext): void => {
  registerWorker(payload, noticeQueue, (job) => sendNotice({ payload, portal }, job));
  registerWorker(payload, expiryWarningQueue, (job) => sendExpiryWarning(payload, portal.options, job));
};

const sayNotReady = (payload: Payload, error: Error): void => {
  if (!isMissingRight(error))
    payload.logger.warn(
      `The email log is not ready: ${error.message}. Run the app's migrations (payload migrate).`,
    );
};

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

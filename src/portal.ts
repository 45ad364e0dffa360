import type { Payload } from 'payload';
import type { BackgroundWork } from './background.ts';
import type { PortalContext } from './context.ts';
import { closePools, postgresOf, surviveRestarts } from './database/pool.ts';
import { isMissingRight } from './database/prepareSchema.ts';
import type { EmailLog } from './email-log/emailLog.ts';
import { undoUploads } from './files/undoUploads.ts';
import { metricsOf } from './metrics/metrics.ts';
import { giveBackBroken } from './upstream/failedBegin.ts';
import { assertTransactionsWork } from './upstream/refusedCommit.ts';
import { warnWithoutAdministrator } from './warnWithoutAdministrator.ts';

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

/** The portal of a Payload instance; undefined if the plugin is not installed, or disabled. */
export const portalOf = (payload: Payload): Portal | undefined =>
  (payload as Payload & { [key]?: Portal })[key];

interface PortalParts {
  payload: Payload;
  context: PortalContext;
  log: EmailLog;
  background: BackgroundWork;
}

/** Attaches the portal to its Payload instance. */
export const attachPortal = ({ payload, context, log, background }: PortalParts): Portal => {
  let opened: Promise<void> | null = null;

  const open = (): Promise<void> => {
    opened ??= prepare({ payload, context, log }).catch((error: unknown) => {
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
    served: context.options.workers === 'inline' ? work : open,
    async close() {
      opened = null;
      await background.stop();
      await context.reader.close();
      await log.close();
      await metricsOf(payload).close();
      await closePools(payload);
    },
  };
  return Object.assign(payload, { [key]: portal })[key];
};

const prepare = async ({ payload, context, log }: Omit<PortalParts, 'background'>): Promise<void> => {
  const { slugs } = context.options;
  surviveRestarts(payload);
  giveBackBroken(postgresOf(payload).pool);
  await assertTransactionsWork(payload);
  context.temporaryFiles
    .clean((names) => undoUploads(payload, [slugs.files, slugs.inboundMails], names))
    .catch((err) => payload.logger.warn({ err, msg: 'Old uploads stay.' }));
  // Without tables the email log says what to do.
  warnWithoutAdministrator(payload, context).catch(() => {});
  await log.open().catch((error: Error) => tellNotReady(payload, error));
};

const tellNotReady = (payload: Payload, error: Error): void => {
  if (!isMissingRight(error))
    payload.logger.warn(
      `The email log is not ready: ${error.message}. Run the app's migrations (payload migrate).`,
    );
};

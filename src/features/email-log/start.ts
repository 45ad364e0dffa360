import type { Payload } from 'payload';
import { contextOf, type PortalContext } from '../../core/context.ts';
import { isMissingRight } from '../../core/database/prepareSchema.ts';
import type { StartedFeature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { buildEmailLog } from './emailLog.ts';
import { eraseAgain, erasureQueue } from './erasure/erase.ts';
import { prepareEmailLog } from './prepare.ts';

/** Starts the email log of a Payload instance. */
export const startEmailLog = (payload: Payload, portal: PortalContext): StartedFeature => {
  const { slugs, dataDirectory } = portal.options;
  const log = buildEmailLog({
    payload,
    slug: slugs.emailLog,
    prepare: () => prepareEmailLog(payload, portal.options),
    dataDirectory,
    // A hot reload of the config, in development, brings other hooks.
    beforeWriting: (row, req) => (contextOf(payload) ?? portal).hooks.beforeEmailLog(payload, row, req),
  });
  registerWorker(payload, erasureQueue, (job) => eraseAgain(payload, portal, job));
  return {
    // Without tables the email log says what to do.
    open: () => log.open().catch((error: Error) => tellNotReady(payload, error)),
    close: log.close,
  };
};

const tellNotReady = (payload: Payload, error: Error): void => {
  if (!isMissingRight(error))
    payload.logger.warn(
      `The email log is not ready: ${error.message}. Run the app's migrations (payload migrate).`,
    );
};

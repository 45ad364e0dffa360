import { setTimeout as sleep } from 'node:timers/promises';
import { getPayload, type SanitizedConfig } from 'payload';
import { within } from '../shared/concurrency/within.ts';
import { isPortalStartError } from '../shared/errors/startErrors.ts';
import { portalOf } from './portal.ts';

interface Registration {
  /** The app's config, as `@payload-config` exports it. */
  readonly config: Promise<SanitizedConfig> | SanitizedConfig;
}

/** Time for which the server waits for the start, in milliseconds: Next serves nothing before `register` is done. */
const patience = 10_000;

/**
 * Starts the portal's work when the process that serves starts, instead of with its first request: for `register()` in an
 * app's `instrumentation.ts`. Starts no background work if the option `workers` is `external`, and nothing if the portal is
 * disabled.
 *
 * Never rejects. If Payload cannot start, for example because its database is unreachable, it logs that once and retries
 * every five seconds; requests fail until then. If the portal cannot keep its promises in this app, it logs the reason and
 * ends the process with code 1.
 */
export const register = async ({ config }: Registration): Promise<void> => {
  const starting = keepStarting(async () => {
    const payload = await getPayload({ config });
    await portalOf(payload)?.served();
  });
  await within(starting, patience, undefined);
};

/** Between two tries, in milliseconds. */
const betweenTries = 5_000;

/**
 * Starts Payload, and retries every five seconds if that fails, for example because the database is unreachable. Reports
 * each reason once. Ends the process with code 1 if the portal cannot keep its promises in this app.
 *
 * @returns the result of `start`, once it succeeds. Never rejects.
 */
export const keepStarting = async <Started>(start: () => Promise<Started>): Promise<Started> => {
  for (let told = ''; ; await sleep(betweenTries)) {
    try {
      return await start();
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      if (message !== told) console.error(`The support portal cannot start: ${message}`);
      if (isPortalStartError(error)) process.exit(1);
      told = message;
    }
  }
};

import { getPayload, type SanitizedConfig } from 'payload';
import { keepStarting } from '../keepStarting.ts';
import { within } from '../shared/concurrency/within.ts';
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

import { setTimeout as sleep } from 'node:timers/promises';
import { getPayload, type SanitizedConfig } from 'payload';
import { portalOf } from './portal.ts';
import { isPortalStartError } from './shared/PortalStartError.ts';
import { within } from './shared/within.ts';

interface Registration {
  /** The app's config, as `@payload-config` exports it. */
  readonly config: Promise<SanitizedConfig> | SanitizedConfig;
}

/** How long the server waits for the first try, in milliseconds: Next serves nothing before `register` is done. */
const patience = 10_000;

/** Between two tries, in milliseconds. */
const betweenTries = 5_000;

/**
 * Begins the portal's work when the process that serves starts, instead of with its first request: for `register()` in
 * an app's `instrumentation.ts`. Begins no background work if the option `workers` is `external`, and nothing if the
 * portal is disabled.
 *
 * Never rejects. If Payload cannot start, as while its database is away, it says so once and tries again every five
 * seconds; requests fail until then. If the portal cannot keep its promises in this app, it says why and ends the process
 * with code 1.
 */
export const register = async ({ config }: Registration): Promise<void> => {
  await within(begin(config), patience, undefined);
};

const begin = async (config: Registration['config']): Promise<void> => {
  const failure = await attempt(config);
  if (failure === null) return;
  tell(failure);
  void tryAgain(config, failure);
};

const tryAgain = async (config: Registration['config'], first: Error): Promise<void> => {
  for (let last = first; ; ) {
    await sleep(betweenTries);
    const failure = await attempt(config);
    if (failure === null) return;
    if (failure.message !== last.message) tell(failure);
    last = failure;
  }
};

/** @returns why the portal could not start; null if it has */
const attempt = async (config: Registration['config']): Promise<Error | null> => {
  try {
    const payload = await getPayload({ config });
    await portalOf(payload)?.served();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

const tell = (failure: Error): void => {
  console.error(`The support portal cannot start: ${failure.message}`);
  if (isPortalStartError(failure)) process.exit(1);
};

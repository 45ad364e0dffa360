import { getPayload, type SanitizedConfig } from 'payload';
import { portalOf } from './start.ts';

interface Registration {
  /** The app's config, as `@payload-config` exports it. */
  readonly config: Promise<SanitizedConfig> | SanitizedConfig;
}

/**
 * Begins the portal's work when the process that serves starts, rather than with its first request: for `register()` in
 * an app's `instrumentation.ts`. Does nothing where the option `workers` is `external`, or the portal disabled.
 *
 * @throws where Payload cannot start, such as without its database: Next then says so and ends
 */
export const register = async ({ config }: Registration): Promise<void> => {
  const payload = await getPayload({ config });
  portalOf(payload)?.served();
};

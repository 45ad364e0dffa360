import { getPayload, type Payload, type SanitizedConfig } from 'payload';
import { portalOf } from '../core/portal/portal.ts';
import { keepStarting } from '../core/portal/register.ts';
import { PortalStartError } from '../core/shared/errors/startErrors.ts';
import { withoutPush } from '../core/upstream/unnamedEnvironment.ts';

/**
 * `payload portal:worker`: only the background work, until SIGTERM or SIGINT. Any number of workers share it. It never
 * changes the schema. It waits for an unreachable database, at its start and later, and ends with code 1 if there is no work
 * that it could do.
 *
 * @param config the app's own
 */
export const script = async (config: SanitizedConfig): Promise<void> => {
  const stop = new Promise<null>((stopped) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped(null));
  });
  // Otherwise only connections to PostgreSQL keep the process alive, and they can break.
  const alive = setInterval(() => {}, 2 ** 30);
  const payload = await Promise.race([keepStarting(() => begin(config)), stop]);
  if (payload === null) process.exit(0);
  payload.logger.info('The worker of the support portal runs.');
  await stop;
  clearInterval(alive);
  await payload.destroy();
};

const begin = async (config: SanitizedConfig): Promise<Payload> => {
  const payload = await getPayload({ config: withoutPush(config) });
  const portal = portalOf(payload);
  if (!portal)
    throw new PortalStartError('there is no work, because the option disabled of supportPortal is set.');
  await portal.work();
  return payload;
};

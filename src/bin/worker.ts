import { getPayload, type SanitizedConfig } from 'payload';
import { withoutPush } from '../database/push.ts';
import { portalOf } from '../portal.ts';

/**
 * `payload portal:worker`: the background work alone, until SIGTERM or SIGINT. Any number of workers share it. It never
 * changes the schema.
 *
 * @param config the app's own
 */
export const script = async (config: SanitizedConfig): Promise<void> => {
  const stop = new Promise<void>((stopped) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped());
  });
  const payload = await getPayload({ config: withoutPush(config) });
  const portal = portalOf(payload);
  if (!portal) {
    payload.logger.error('There is no work: the option disabled of supportPortal is set.');
    return;
  }
  await portal.work();
  payload.logger.info('The worker of the support portal runs.');
  await stop;
  await payload.destroy();
};

import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';
import { registerWorker } from '../queue/jobs.ts';
import { buildDeliver } from './deliveries/deliver.ts';
import { deliveryQueue, noticeQueue } from './deliveries/queue.ts';
import { buildTellOwner } from './deliveries/tellOwner.ts';
import { buildSender } from './sending/sender.ts';

/**
 * Has this process deliver events, once it does background work. Each delivery under way holds little more than a
 * socket, so that there may be many: those of endpoints that hang must not use up the places of all.
 */
export const registerWebhookWorkers = (payload: Payload, portal: PortalContext): void => {
  const sender = buildSender({ allowedNetworks: portal.options.webhooks.allowedNetworks });
  registerWorker(payload, deliveryQueue, buildDeliver({ payload, portal, sender }), {
    batchSize: 200,
    concurrency: 1_000,
  });
  registerWorker(payload, noticeQueue, buildTellOwner(payload, portal), { batchSize: 5, concurrency: 5 });
};

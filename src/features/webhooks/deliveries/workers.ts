import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { registerWorker } from '../../../core/jobs/jobs.ts';
import { workOf } from '../../../core/jobs/work.ts';
import { buildSender } from '../../../core/outgoing/sending/sender.ts';
import { deliveryQueue, webhookTables } from '../tables.ts';
import { deliverySource } from './deliver.ts';
import { buildTellOwner, webhookNoticeQueue } from './tellOwner.ts';

/** Makes this process deliver events once it does background work. */
export const registerWebhookWorkers = (payload: Payload, portal: PortalContext): undefined => {
  const sender = buildSender({ allowedNetworks: portal.options.webhooks.allowedNetworks });
  workOf(payload).register({
    queue: deliveryQueue,
    depthSql: () => {
      const { webhooks, deliveries } = webhookTables(payload, portal);
      // The statement joins from the webhooks, so that the index is used and finished deliveries are not read.
      return `
      select count(*) filter (where d.next_attempt_at <= now()) as due,
        count(*) filter (where d.next_attempt_at > now()) as later,
        count(*) filter (where d.next_attempt_at is null) as active,
        min(d.next_attempt_at) filter (where d.next_attempt_at <= now()) as oldest
      from ${webhooks} w join ${deliveries} d on d.webhook_id = w.id and d.status = 'pending'`;
    },
    source: (wake) => deliverySource({ payload, portal, sender, wake }),
  });
  registerWorker(payload, webhookNoticeQueue, buildTellOwner(payload, portal));
};

import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { fullDelivery, loadDelivery, toFullDelivery } from './delivery.ts';
import { mayUseWebhooks } from './webhook.ts';

export const getWebhookDelivery = defineOperation({
  name: 'get_webhook_delivery',
  summary: 'Reads a delivery, with what was sent and answered at the last try.',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  gate: mayUseWebhooks,
  scope: 'webhooks:read',
  input: z.strictObject({}),
  output: fullDelivery,
  status: 200,
  load: loadDelivery,
  run: async (_input, _context, stored: Awaited<ReturnType<typeof loadDelivery>>) => ({
    output: toFullDelivery(stored),
  }),
});

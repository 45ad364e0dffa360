import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { notFound } from '../../shared/errors.ts';
import { assertEnabled } from '../../webhooks/findWebhook.ts';
import { redeliver } from '../../webhooks/redeliver.ts';
import { defineOperation } from '../operation.ts';
import { loadDelivery, type StoredDelivery } from './delivery.ts';
import { lockWebhook, mayUseWebhooks } from './webhook.ts';

export const redeliverWebhook = defineOperation({
  name: 'redeliver_webhook',
  summary: 'Sends a delivery again at once, with the same `webhook-id` and body.',
  description: 'A retry that is pending is superseded. Should it fail, the schedule begins again.',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  gate: mayUseWebhooks,
  scope: 'webhooks:write',
  takesStaffSessions: true,
  input: z.strictObject({}),
  bodyIsOptional: true,
  output: z.strictObject({ delivery_id: z.string() }),
  status: 202,
  refusals: ['conflict'],
  load: loadDelivery,
  run: (_input, context, { id }: StoredDelivery) =>
    inTransaction(context.req, async () => {
      const { portal, req } = context;
      const webhook = await lockWebhook(context);
      assertEnabled(webhook);
      if ((await redeliver({ req, portal, webhook: webhook.id }, id)) === 0) throw notFound();
      return { output: { delivery_id: String(id) } };
    }),
});

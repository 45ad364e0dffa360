import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { testEvent } from '../../webhooks/events.ts';
import { assertEnabled } from '../../webhooks/findWebhook.ts';
import { publishEvent } from '../../webhooks/outbox.ts';
import { defineOperation } from '../operation.ts';
import { loadWebhook, lockWebhook, mayUseWebhooks } from './webhook.ts';

export const testWebhook = defineOperation({
  name: 'test_webhook',
  summary: 'Sends the event `webhook.test`, the way every event goes.',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/test',
  gate: mayUseWebhooks,
  scope: 'webhooks:write',
  takesStaffSessions: true,
  input: z.strictObject({}),
  bodyIsOptional: true,
  output: z.strictObject({ delivery_id: z.string() }),
  status: 202,
  refusals: ['conflict'],
  load: loadWebhook,
  run: (_input, context) =>
    inTransaction(context.req, async () => {
      const { portal, req } = context;
      const webhook = await lockWebhook(context);
      assertEnabled(webhook);
      const [delivery] = await publishEvent(
        { req, portal },
        {
          event: testEvent,
          timestamp: new Date(),
          organization: null,
          data: { webhook_id: String(webhook.id) },
        },
        webhook.id,
      );
      if (delivery === undefined) throw new Error('The delivery of the test was not created.');
      return { output: { delivery_id: delivery } };
    }),
});

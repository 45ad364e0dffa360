import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { assertEnabled } from '../../webhooks/findWebhook.ts';
import { publishTest } from '../../webhooks/outbox.ts';
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
      return { output: { delivery_id: await publishTest({ req, portal }, webhook.id) } };
    }),
});

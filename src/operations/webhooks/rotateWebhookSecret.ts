import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { rotateSecret } from '../../webhooks/change.ts';
import { defineOperation } from '../operation.ts';
import { exampleSecret, loadWebhook, lockWebhook, mayUseWebhooks } from './webhook.ts';

export const rotateWebhookSecret = defineOperation({
  name: 'rotate_webhook_secret',
  summary: 'Replaces the secret. The answer shows the new one for the only time.',
  description: 'Every secret that was replaced within the last 24 hours signs, too.',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  gate: mayUseWebhooks,
  scope: 'webhooks:write',
  takesStaffSessions: true,
  input: z.strictObject({}),
  bodyIsOptional: true,
  output: z.strictObject({ secret: z.string().meta({ examples: [exampleSecret] }) }),
  status: 200,
  load: loadWebhook,
  run: (_input, context) =>
    inTransaction(context.req, async () => {
      const { portal, req } = context;
      return { output: { secret: await rotateSecret({ req, portal, webhook: await lockWebhook(context) }) } };
    }),
});

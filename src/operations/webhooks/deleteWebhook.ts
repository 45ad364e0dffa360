import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { deleteWebhook as deleteStored } from '../../webhooks/change.ts';
import { defineOperation } from '../operation.ts';
import { loadWebhook, lockWebhook, mayUseWebhooks } from './webhook.ts';

export const deleteWebhook = defineOperation({
  name: 'delete_webhook',
  summary: 'Deletes a webhook with its deliveries; what was pending ends.',
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}',
  gate: mayUseWebhooks,
  scope: 'webhooks:write',
  takesStaffSessions: true,
  input: z.strictObject({}),
  output: z.null(),
  status: 204,
  load: loadWebhook,
  run: (_input, context) =>
    inTransaction(context.req, async () => {
      const { portal, req } = context;
      await deleteStored({ req, portal, webhook: await lockWebhook(context) });
      return { output: null };
    }),
});

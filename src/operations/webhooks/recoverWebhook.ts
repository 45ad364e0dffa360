import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { assertEnabled } from '../../webhooks/findWebhook.ts';
import { recover } from '../../webhooks/redeliver.ts';
import { defineOperation } from '../operation.ts';
import { timestampField } from '../shared/fields.ts';
import { loadWebhook, lockWebhook, mayUseWebhooks } from './webhook.ts';

export const recoverWebhook = defineOperation({
  name: 'recover_webhook',
  summary: 'Sends again every delivery that is `failed` now and was created at a moment or later.',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/recover',
  gate: mayUseWebhooks,
  scope: 'webhooks:write',
  takesStaffSessions: true,
  input: z.strictObject({ since: timestampField.describe('A moment with any offset, included.') }),
  output: z.strictObject({ count: z.int().describe('Deliveries.') }),
  status: 202,
  refusals: ['conflict'],
  load: loadWebhook,
  run: ({ since }, context) =>
    inTransaction(context.req, async () => {
      const { portal, req } = context;
      const webhook = await lockWebhook(context);
      assertEnabled(webhook);
      return { output: { count: await recover({ req, portal, webhook: webhook.id }, since) } };
    }),
});

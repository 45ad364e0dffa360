import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { changeWebhook } from '../../webhooks/change.ts';
import { assertDestination } from '../../webhooks/register.ts';
import { defineOperation } from '../operation.ts';
import {
  eventsField,
  loadWebhook,
  lockWebhook,
  mayUseWebhooks,
  toWebhook,
  urlField,
  webhook,
} from './webhook.ts';

const input = z
  .strictObject({
    url: urlField.optional(),
    events: eventsField.optional(),
    status: z
      .enum(['enabled', 'disabled'], 'Give enabled or disabled.')
      .optional()
      .describe('While it is disabled nothing is sent, and new events are kept as failed.'),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'Give a field to change.')
  .meta({ minProperties: 1 });

export const updateWebhook = defineOperation({
  name: 'update_webhook',
  summary: 'Changes a webhook. Later tries go to the new address.',
  method: 'PATCH',
  path: '/v1/webhooks/{webhook_id}',
  gate: mayUseWebhooks,
  scope: 'webhooks:write',
  takesStaffSessions: true,
  input,
  output: webhook,
  status: 200,
  examples: { input: { status: 'disabled' } },
  load: loadWebhook,
  async run(change, context) {
    const { portal, req } = context;
    if (change.url !== undefined) await assertDestination(change.url, portal);
    return inTransaction(req, async () => {
      const stored = await lockWebhook(context);
      return { output: toWebhook(await changeWebhook({ req, portal, webhook: stored }, change)) };
    });
  },
});

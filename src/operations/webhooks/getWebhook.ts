import { z } from 'zod';
import type { StoredWebhook } from '../../webhooks/findWebhook.ts';
import { defineOperation } from '../operation.ts';
import { loadWebhook, mayUseWebhooks, toWebhook, webhook } from './webhook.ts';

export const getWebhook = defineOperation({
  name: 'get_webhook',
  summary: 'Reads a webhook.',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}',
  gate: mayUseWebhooks,
  scope: 'webhooks:read',
  input: z.strictObject({}),
  output: webhook,
  status: 200,
  load: loadWebhook,
  run: async (_input, _context, stored: StoredWebhook) => ({ output: toWebhook(stored) }),
});

import { z } from 'zod';
import { inReach } from '../../../core/database/findOwn.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso } from '../../../core/database/time.ts';
import { organizationParameter } from '../../../core/http/input/fields.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { type StoredWebhook, webhookColumns } from '../record/findWebhook.ts';
import { loadWebhook, mayUseWebhooks, toWebhook, type WebhookSchemas } from './webhook.ts';

export const listWebhooks = ({ webhook }: WebhookSchemas) =>
  defineOperation({
    name: 'list_webhooks',
    summary: 'Lists the webhooks in reach, newest first.',
    method: 'GET',
    path: '/v1/webhooks',
    who: { gate: mayUseWebhooks, scope: 'webhooks:read', spanningFields: ['organization_id'] },
    input: z
      .strictObject({ ...organizationParameter, ...pageParameters })
      .superRefine((query, context) => checkPaging(query, context)),
    response: { output: listOf(webhook), status: 200 },
    run: (query, { caller, payload, portal }) =>
      respondWithList<StoredWebhook, z.input<typeof webhook>>({
        payload,
        query,
        listing: {
          columns: webhookColumns,
          from: tableOf(payload, portal.options.slugs.webhooks),
          order: { column: 'created_at', direction: 'desc', ties: 'desc' },
          restrict: (conditions) =>
            inReach(conditions, caller).add('organization_id::text = ?', query.organization_id),
        },
        toItem: toWebhook,
        positionOf: ({ created_at, id }) => ({
          order: byCreation.name,
          value: iso(created_at),
          id: idText(id),
        }),
      }),
  });

export const getWebhook = ({ webhook }: WebhookSchemas) =>
  defineOperation({
    name: 'get_webhook',
    summary: 'Reads a webhook.',
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}',
    who: { gate: mayUseWebhooks, scope: 'webhooks:read' },
    input: z.strictObject({}),
    response: { output: webhook, status: 200 },
    load: loadWebhook,
    run: async (_input, _context, stored: StoredWebhook) => ({ output: toWebhook(stored) }),
  });

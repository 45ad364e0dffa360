import { z } from 'zod';
import { tableOf } from '../../database/table.ts';
import { iso } from '../../database/time.ts';
import { idText } from '../../shared/ids.ts';
import type { StoredWebhook } from '../../webhooks/findWebhook.ts';
import { defineOperation } from '../operation.ts';
import { answerList, listOf } from '../shared/list.ts';
import { byCreation, checkPaging, pageParameters } from '../shared/paging.ts';
import { delivery, deliveryColumns, deliveryStatuses, type StoredDelivery, toDelivery } from './delivery.ts';
import { loadWebhook, mayUseWebhooks } from './webhook.ts';

export const listWebhookDeliveries = defineOperation({
  name: 'list_webhook_deliveries',
  summary: 'Lists what was and is to be sent to a webhook, newest first.',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  gate: mayUseWebhooks,
  scope: 'webhooks:read',
  input: z
    .strictObject({
      status: z
        .enum(deliveryStatuses, `Give one of ${deliveryStatuses.join(', ')}.`)
        .optional()
        .describe('Only deliveries of this status.'),
      ...pageParameters,
    })
    .superRefine((query, context) => checkPaging(query, context)),
  output: listOf(delivery),
  status: 200,
  load: loadWebhook,
  run: (query, { payload, portal }, { id: webhook }: StoredWebhook) =>
    answerList<StoredDelivery, z.input<typeof delivery>>({
      payload,
      query,
      listing: {
        columns: deliveryColumns,
        from: tableOf(payload, portal.options.slugs.webhookDeliveries),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) => conditions.add('webhook_id = ?', webhook).add('status = ?', query.status),
      },
      toItem: toDelivery,
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});

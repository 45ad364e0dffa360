import { z } from 'zod';
import { isClient } from '../../../core/access/roles.ts';
import { isId } from '../../../core/database/ids.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso, isoOrNull } from '../../../core/database/time.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { errorClasses } from '../../../core/outgoing/outcome.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { teamEventsOf } from '../events.ts';
import type { StoredWebhook } from '../record/findWebhook.ts';
import { bodyOf, webhookTables } from '../tables.ts';
import { assertSeesEvents, loadWebhook, mayUseWebhooks } from './webhook.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

export const delivery = z
  .strictObject({
    id: z.string(),
    event: z.string().meta({ examples: ['ticket.created'] }),
    status: z.enum(deliveryStatuses),
    attempts: z.int().describe('Attempts that have begun, including those that a crash ended.'),
    response_status: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    error_class: z
      .enum(errorClasses)
      .nullable()
      .meta({ examples: [null] }),
    error: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    created_at: z.iso.datetime(),
    last_attempt_at: z.iso.datetime().nullable().describe('The start of the last attempt.'),
    next_attempt_at: z.iso.datetime().nullable().describe('Null during an attempt, and if no other follows.'),
  })
  .meta({ id: 'Delivery' });

const headers = z.record(z.string(), z.string()).meta({ examples: [{ 'content-type': 'application/json' }] });

const fullDelivery = z
  .strictObject({
    ...delivery.shape,
    request: z
      .strictObject({ headers, body: z.string() })
      .nullable()
      .describe('The request of the last attempt.'),
    response: z
      .strictObject({ status: z.int(), headers, body: z.string().describe('The first 2 KiB, as text.') })
      .nullable()
      .describe('The response to the last attempt; null if there was none.'),
  })
  .meta({ id: 'FullDelivery' });

export interface StoredDelivery {
  readonly id: RecordId;
  readonly event: string;
  readonly status: (typeof deliveryStatuses)[number];
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error_class: (typeof errorClasses)[number] | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly last_attempt_at: Date | null;
  readonly next_attempt_at: Date | null;
}

interface StoredExchange extends StoredDelivery {
  readonly body: string;
  readonly request_headers: Record<string, string> | null;
  readonly response_headers: Record<string, string> | null;
  readonly response_body: string | null;
}

export const deliveryColumns = `id, event, status, attempts::int, response_status::int, error_class, error,
  created_at, last_attempt_at, next_attempt_at`;

const toDelivery = (stored: StoredDelivery): z.input<typeof delivery> => ({
  id: idText(stored.id),
  event: stored.event,
  status: stored.status,
  attempts: stored.attempts,
  response_status: stored.response_status,
  error_class: stored.error_class,
  error: stored.error,
  created_at: iso(stored.created_at),
  last_attempt_at: isoOrNull(stored.last_attempt_at),
  next_attempt_at: isoOrNull(stored.next_attempt_at),
});

const toFullDelivery = (stored: StoredExchange): z.input<typeof fullDelivery> => ({
  ...toDelivery(stored),
  request: stored.request_headers && { headers: stored.request_headers, body: stored.body },
  response: stored.response_headers && {
    status: stored.response_status ?? 0,
    headers: stored.response_headers,
    body: stored.response_body ?? '',
  },
});

/** The events whose deliveries the caller neither reads nor sends again. */
export const unheardBy = ({
  caller,
  portal,
}: Pick<OperationContext, 'caller' | 'portal'>): readonly string[] =>
  isClient(caller) ? teamEventsOf(portal.features) : [];

/** The delivery that the path names, of the webhook that it names. */
export const loadDelivery = async (context: OperationContext): Promise<StoredExchange> => {
  const { id: webhook } = await loadWebhook(context);
  const { params, payload, portal, req } = context;
  const id = params.delivery_id ?? '';
  if (!isId(payload, id)) throw notFound();
  await preparePortalSchema(payload);
  const {
    rows: [stored],
  } = await runStatement<StoredExchange>(
    req,
    `select ${deliveryColumns}, ${bodyOf('d')} as body, request_headers, response_headers, response_body
     from ${webhookTables(payload, portal).deliveries} d where id = $1 and webhook_id = $2 and event <> all($3)`,
    [id, webhook, unheardBy(context)],
  );
  if (!stored) throw notFound();
  return stored;
};

export const listWebhookDeliveries = defineOperation({
  name: 'list_webhook_deliveries',
  summary: 'Lists the deliveries of a webhook, newest first.',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  who: { gate: mayUseWebhooks, scope: 'webhooks:read' },
  input: z
    .strictObject({
      status: z
        .enum(deliveryStatuses, `Choose one of ${deliveryStatuses.join(', ')}.`)
        .optional()
        .describe('Only deliveries of this status.'),
      ...pageParameters,
    })
    .superRefine((query, context) => checkPaging(query, context)),
  response: { output: listOf(delivery), status: 200 },
  load: loadWebhook,
  async run(query, context, { id: webhook }: StoredWebhook) {
    const { payload, portal } = context;
    await assertSeesEvents(context);
    return respondWithList<StoredDelivery, z.input<typeof delivery>>({
      payload,
      query,
      listing: {
        columns: deliveryColumns,
        from: tableOf(payload, portal.options.slugs.webhookDeliveries),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) =>
          conditions
            .add('webhook_id = ?', webhook)
            .add('status = ?', query.status)
            .add('event <> all(?)', unheardBy(context)),
      },
      toItem: toDelivery,
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    });
  },
});

export const getWebhookDelivery = defineOperation({
  name: 'get_webhook_delivery',
  summary: 'Reads a delivery, with the request and the response of the last attempt.',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  who: { gate: mayUseWebhooks, scope: 'webhooks:read' },
  input: z.strictObject({}),
  response: { output: fullDelivery, status: 200 },
  load: loadDelivery,
  run: async (_input, context, stored: Awaited<ReturnType<typeof loadDelivery>>) => {
    await assertSeesEvents(context);
    return { output: toFullDelivery(stored) };
  },
});

import { z } from 'zod';
import { isId } from '../../database/ids.ts';
import { runStatement } from '../../database/statement.ts';
import { iso, isoOrNull } from '../../database/time.ts';
import { notFound } from '../../shared/errors.ts';
import type { RecordId } from '../../shared/ids.ts';
import { idText } from '../../shared/ids.ts';
import { errorClasses } from '../../webhooks/outcome.ts';
import { webhookTables } from '../../webhooks/tables.ts';
import type { OperationContext } from '../operation.ts';
import { loadWebhook } from './webhook.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

export const delivery = z
  .strictObject({
    id: z.string(),
    event: z.string().meta({ examples: ['ticket.created'] }),
    status: z.enum(deliveryStatuses),
    attempts: z.int().describe('Tries that have begun, those cut off by a crash too.'),
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
    last_attempt_at: z.iso.datetime().nullable().describe('When the last try began.'),
    next_attempt_at: z.iso.datetime().nullable().describe('Null while a try runs, and once nothing is due.'),
  })
  .meta({ id: 'Delivery' });

const headers = z.record(z.string(), z.string()).meta({ examples: [{ 'content-type': 'application/json' }] });

export const fullDelivery = z
  .strictObject({
    ...delivery.shape,
    request: z.strictObject({ headers, body: z.string() }).nullable().describe('Of the last try.'),
    response: z
      .strictObject({ status: z.int(), headers, body: z.string().describe('The first 2 KiB, as text.') })
      .nullable()
      .describe('Of the last try; null if there was none.'),
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

export const toDelivery = (stored: StoredDelivery): z.input<typeof delivery> => ({
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

export const toFullDelivery = (stored: StoredExchange): z.input<typeof fullDelivery> => ({
  ...toDelivery(stored),
  request: stored.request_headers && { headers: stored.request_headers, body: stored.body },
  response: stored.response_headers && {
    status: stored.response_status ?? 0,
    headers: stored.response_headers,
    body: stored.response_body ?? '',
  },
});

/** The delivery that the path names, of the webhook that it names. */
export const loadDelivery = async (context: OperationContext): Promise<StoredExchange> => {
  const { id: webhook } = await loadWebhook(context);
  const { params, payload, portal, req } = context;
  const id = params.delivery_id ?? '';
  if (!isId(payload, id)) throw notFound();
  const {
    rows: [stored],
  } = await runStatement<StoredExchange>(
    req,
    `select ${deliveryColumns}, body, request_headers, response_headers, response_body
     from ${webhookTables(payload, portal).deliveries} where id = $1 and webhook_id = $2`,
    [id, webhook],
  );
  if (!stored) throw notFound();
  return stored;
};

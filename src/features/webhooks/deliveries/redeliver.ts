import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { afterCommit } from '../../../core/database/transaction.ts';
import { timestampField } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { workOf } from '../../../core/jobs/work.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { testEvent } from '../events.ts';
import { loadDelivery, type StoredDelivery, unheardBy } from '../operations/deliveries.ts';
import { loadWebhook, mayUseWebhooks, withEnabledWebhook } from '../operations/webhook.ts';
import { deliveryQueue, webhookTables } from '../tables.ts';
import { deliverEvent } from './outbox.ts';

export const redeliverWebhook = defineOperation({
  name: 'redeliver_webhook',
  summary: 'Sends a delivery again at once, with the same `webhook-id` and body.',
  description: 'A pending retry is superseded. If the delivery fails, its schedule begins again.',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  who: { gate: mayUseWebhooks, scope: 'webhooks:write', sessions: ['staff'] },
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output: z.strictObject({ delivery_id: z.string() }), status: 202 },
  errors: ['conflict'],
  load: loadDelivery,
  run: (_input, context, { id }: StoredDelivery) =>
    withEnabledWebhook(context, async (webhook) => {
      const { portal, req } = context;
      if ((await redeliver({ req, portal, webhook: webhook.id }, id)) === 0) throw notFound();
      return { output: { delivery_id: String(id) } };
    }),
});

export const recoverWebhook = defineOperation({
  name: 'recover_webhook',
  summary: 'Resends every delivery that is `failed` now and was created at or after a timestamp.',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/recover',
  who: { gate: mayUseWebhooks, scope: 'webhooks:write', sessions: ['staff'] },
  input: z.strictObject({ since: timestampField.describe('A timestamp with any UTC offset, inclusive.') }),
  response: { output: z.strictObject({ count: z.int().describe('The number of deliveries.') }), status: 202 },
  errors: ['conflict'],
  load: loadWebhook,
  run: ({ since }, context) =>
    withEnabledWebhook(context, async (webhook) => {
      const { portal, req } = context;
      return {
        output: { count: await recover({ req, portal, webhook: webhook.id }, since, unheardBy(context)) },
      };
    }),
});

export const testWebhook = defineOperation({
  name: 'test_webhook',
  summary: 'Sends the event `webhook.test`, like any other event.',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/test',
  who: { gate: mayUseWebhooks, scope: 'webhooks:write', sessions: ['staff'] },
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output: z.strictObject({ delivery_id: z.string() }), status: 202 },
  errors: ['conflict'],
  load: loadWebhook,
  run: (_input, context) =>
    withEnabledWebhook(context, async (webhook) => {
      const { portal, req } = context;
      const [delivery] = await deliverEvent(
        { req, portal },
        {
          event: testEvent,
          timestamp: new Date(),
          organization: null,
          data: { webhook_id: String(webhook.id) },
        },
        webhook.id,
      );
      if (delivery === undefined) throw new Error('The delivery of the test was not created.');
      return { output: { delivery_id: delivery } };
    }),
});

/** A redelivery inside the transaction of a request, which has locked the webhook. */
interface Redelivery {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly webhook: RecordId;
}

/** Sends a delivery again at once, as a new round of tries. It supersedes a pending retry and a try under way. */
const redeliver = (redelivery: Redelivery, delivery: RecordId): Promise<number> =>
  beginAnew(redelivery, 'id = $2', [delivery]);

/**
 * Sends all failed deliveries again that were created at a moment or later, except those of some events.
 *
 * @returns their number
 */
const recover = (redelivery: Redelivery, since: Date, without: readonly string[]): Promise<number> =>
  beginAnew(redelivery, `status = 'failed' and created_at >= $2 and event <> all($3)`, [
    since.toISOString(),
    without,
  ]);

const beginAnew = async (
  { req, portal, webhook }: Redelivery,
  which: string,
  values: readonly unknown[],
): Promise<number> => {
  const { deliveries } = webhookTables(req.payload, portal);
  const { rowCount } = await runStatement(
    req,
    `update ${deliveries} set status = 'pending', failures = 0, next_attempt_at = now()
     where webhook_id = $1 and ${which}`,
    [webhook, ...values],
  );
  await afterCommit(req, () => workOf(req.payload).wake(deliveryQueue));
  return rowCount ?? 0;
};

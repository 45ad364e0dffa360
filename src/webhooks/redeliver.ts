import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { runStatement } from '../database/statement.ts';
import { enqueueAll } from '../queue/jobs.ts';
import type { RecordId } from '../shared/ids.ts';
import { deliveryQueue } from './deliveries/queue.ts';
import { webhookTables } from './tables.ts';

/** Inside the transaction of a request, which has locked the webhook. */
interface Redelivery {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly webhook: RecordId;
}

/** Sends a delivery again at once, as a new round of tries; the job of a retry that was pending has no sense then. */
export const redeliver = (redelivery: Redelivery, delivery: RecordId): Promise<number> =>
  beginAnew(redelivery, 'id = $2', [delivery]);

/** Sends again all that failed and was made at a moment or later. @returns how many */
export const recover = (redelivery: Redelivery, since: Date): Promise<number> =>
  beginAnew(redelivery, `status = 'failed' and created_at >= $2`, [since.toISOString()]);

/** Jobs of one statement. */
const batchSize = 1_000;

const beginAnew = async (
  { req, portal, webhook }: Redelivery,
  which: string,
  values: readonly unknown[],
): Promise<number> => {
  const { deliveries } = webhookTables(req.payload, portal);
  const { rows: begun } = await runStatement<{ delivery: string; job: string }>(
    req,
    `update ${deliveries}
     set status = 'pending', failures = 0, next_attempt_at = now(), job = gen_random_uuid()::text
     where webhook_id = $1 and ${which} returning id::text as delivery, job`,
    [webhook, ...values],
  );
  for (let index = 0; index < begun.length; index += batchSize) {
    await enqueueAll(
      req,
      deliveryQueue,
      begun.slice(index, index + batchSize).map(({ delivery, job }) => ({
        id: job,
        data: { delivery, webhook: String(webhook) },
      })),
    );
  }
  return begun.length;
};

import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { afterCommit } from '../../../core/database/transaction.ts';
import { workOf } from '../../../core/jobs/work.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { deliveryQueue, webhookTables } from '../tables.ts';

/** A redelivery inside the transaction of a request, which has locked the webhook. */
interface Redelivery {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly webhook: RecordId;
}

/** Sends a delivery again at once, as a new round of tries. It supersedes a pending retry and a try under way. */
export const redeliver = (redelivery: Redelivery, delivery: RecordId): Promise<number> =>
  beginAnew(redelivery, 'id = $2', [delivery]);

/**
 * Sends all failed deliveries again that were created at a moment or later.
 *
 * @returns their number
 */
export const recover = (redelivery: Redelivery, since: Date): Promise<number> =>
  beginAnew(redelivery, `status = 'failed' and created_at >= $2`, [since.toISOString()]);

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

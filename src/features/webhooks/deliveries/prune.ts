import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { withDatabaseLock } from '../../../core/database/lock.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { webhookTables } from '../tables.ts';

const batchSize = 2_000;

/** Between two batches, in milliseconds, so that other writers get a turn. */
const pause = 20;

/**
 * Deletes deliveries that are delivered or failed and were last attempted too long ago, in batches, one process at a time.
 *
 * @returns their number
 */
export const pruneDeliveries = async (payload: Payload, portal: PortalContext): Promise<number> => {
  const { retentionDays } = portal.options.webhooks;
  if (retentionDays === Number.POSITIVE_INFINITY) return 0;
  const { deliveries } = webhookTables(payload, portal);
  // The first condition is implied by the second, and has an index. The last one keeps a delivery that is sent again meanwhile.
  const sql = `delete from ${deliveries} where id in (
    select id from ${deliveries}
    where created_at < now() - $1 * interval '1 day'
      and coalesce(last_attempt_at, created_at) < now() - $1 * interval '1 day' and status <> 'pending'
    limit ${batchSize})
    and coalesce(last_attempt_at, created_at) < now() - $1 * interval '1 day' and status <> 'pending'`;
  return withDatabaseLock(payload, 'prune-deliveries', async () => {
    for (let total = 0; ; await sleep(pause)) {
      const { rowCount } = await postgresOf(payload).pool.query(sql, [retentionDays]);
      total += rowCount ?? 0;
      if ((rowCount ?? 0) < batchSize) return total;
    }
  });
};

/** Events that one statement looks at. */
const eventsAtOnce = 10_000;

/** Deletes events whose deliveries are all gone: pruned, or deleted with their webhooks. They are looked at in the order of their ids. */
export const pruneEvents = async (payload: Payload, portal: PortalContext): Promise<void> => {
  const { deliveries } = webhookTables(payload, portal);
  const sql = `
    with part as (
      select id from support_portal.webhook_events where id > $1 order by id limit ${eventsAtOnce}
    ),
    deleted as (
      delete from support_portal.webhook_events e using part
      where e.id > $1 and e.id = part.id and not exists (select from ${deliveries} d where d.event_id = e.id)
    )
    select max(id) as last from part`;
  const pruneAfter = async (id: string): Promise<string | null> => {
    const { rows } = await postgresOf(payload).pool.query<{ last: string | null }>(sql, [id]);
    return rows[0]?.last ?? null;
  };
  await withDatabaseLock(payload, 'prune-deliveries', async () => {
    for (let last = await pruneAfter('0'); last !== null; last = await pruneAfter(last)) await sleep(pause);
  });
};

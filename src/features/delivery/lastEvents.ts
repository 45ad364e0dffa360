import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';

/** Rows that are looked at for the last event: enough for a busy day, and read at once. */
const rowsLookedAt = 10_000;

/** The moment of each provider's last event, among the newest rows of deliveries. */
export const lastEvents = async (
  payload: Payload,
  portal: PortalContext,
): Promise<ReadonlyMap<string, Date>> => {
  const { rows } = await postgresOf(payload).pool.query<{ source: string; at: Date }>(
    `select source, max(at) as at
     from (select source, at from ${tableOf(payload, portal.options.slugs.mailDeliveries)} order by id desc limit $1) newest
     group by source`,
    [rowsLookedAt],
  );
  return new Map(rows.map(({ source, at }) => [source, at]));
};

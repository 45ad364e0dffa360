import type { Payload } from 'payload';
import type { PortalContext } from '../../context.ts';
import { postgresOf } from '../../database/pool.ts';
import { deliveryColumns, type StoredDelivery } from '../../operations/webhooks/delivery.ts';
import type { RecordId } from '../../shared/ids.ts';
import { webhookTables } from '../../webhooks/tables.ts';

/** Deliveries of one webhook: a page of those of a status, and how many there are of each. */
export interface DeliveryPage {
  readonly rows: readonly StoredDelivery[];
  readonly counts: Readonly<Record<'pending' | 'delivered' | 'failed', number>>;
}

interface WantedPage {
  readonly webhook: RecordId;
  /** Null: all. */
  readonly status: string | null;
  readonly offset: number;
  readonly limit: number;
}

export const readDeliveries = async (
  payload: Payload,
  portal: PortalContext,
  { webhook, status, offset, limit }: WantedPage,
): Promise<DeliveryPage> => {
  const { deliveries } = webhookTables(payload, portal);
  const { pool } = postgresOf(payload);
  const [page, counted] = await Promise.all([
    pool.query<StoredDelivery>(
      `select ${deliveryColumns} from ${deliveries}
       where webhook_id = $1 and ($2::text is null or status::text = $2)
       order by created_at desc, id desc limit $3 offset $4`,
      [webhook, status, limit, offset],
    ),
    pool.query<{ status: keyof DeliveryPage['counts']; count: number }>(
      `select status, count(*)::int as count from ${deliveries} where webhook_id = $1 group by status`,
      [webhook],
    ),
  ]);
  const none = { pending: 0, delivered: 0, failed: 0 };
  return {
    rows: page.rows,
    counts: { ...none, ...Object.fromEntries(counted.rows.map(({ status: of, count }) => [of, count])) },
  };
};

import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { Subscription } from '../events.ts';
import { deliveryColumns, type StoredDelivery } from '../operations/deliveries.ts';
import { webhookTables } from '../tables.ts';

/** A webhook and the outcome of its latest deliveries. */
export interface WebhookHealth {
  readonly id: RecordId;
  readonly url: string;
  readonly events: readonly Subscription[];
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: 'owner' | 'gone' | 'failing' | null;
  readonly failing_since: Date | null;
  readonly organization: string | null;
  readonly spans: boolean;
  readonly created_at: Date;
  readonly last_success: Date | null;
  readonly last_failure: Date | null;
  readonly pending: number;
  readonly failed: number;
}

/** @returns null if there is no such webhook */
export const readWebhookHealth = async (
  payload: Payload,
  portal: PortalContext,
  id: RecordId,
): Promise<WebhookHealth | null> => {
  const { webhooks, deliveries } = webhookTables(payload, portal);
  const organizations = tableOf(payload, portal.options.slugs.organizations);
  const { rows } = await postgresOf(payload).pool.query<WebhookHealth>(
    `select w.id, w.url, w.events, w.status, w.disabled_reason, w.failing_since, w.spans, w.created_at,
       o.name as organization, d.*
     from ${webhooks} w
     left join ${organizations} o on o.id = w.organization_id
     left join lateral (
       select max(last_attempt_at) filter (where status = 'delivered') as last_success,
         max(last_attempt_at) filter (where error is not null) as last_failure,
         count(*) filter (where status = 'pending')::int as pending,
         count(*) filter (where status = 'failed')::int as failed
       from ${deliveries} where webhook_id = w.id) d on true
     where w.id = $1`,
    [id],
  );
  return rows[0] ?? null;
};

/** A page of one webhook's deliveries, and their number by status. */
export interface DeliveryPage {
  readonly rows: readonly StoredDelivery[];
  readonly counts: Readonly<Record<'pending' | 'delivered' | 'failed', number>>;
}

interface WantedPage {
  readonly webhook: RecordId;
  /** Null means all. */
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

import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';

/** Names for SQL. */
export interface WebhookTables {
  readonly webhooks: string;
  readonly deliveries: string;
  /** The type of this app's ids. */
  readonly id: 'int' | 'uuid';
}

export const webhookTables = (payload: Payload, { options: { slugs } }: PortalContext): WebhookTables => ({
  webhooks: tableOf(payload, slugs.webhooks),
  deliveries: tableOf(payload, slugs.webhookDeliveries),
  id: postgresOf(payload).idType === 'serial' ? 'int' : 'uuid',
});

/** The name of the queue that the table of deliveries is. */
export const deliveryQueue = 'webhook-deliveries';

import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { idColumnType } from '../../core/database/ids.ts';
import { tableOf } from '../../core/database/table.ts';

/** Names for SQL. */
export interface WebhookTables {
  readonly webhooks: string;
  readonly deliveries: string;
  /** PostgreSQL's type for the ids of both. */
  readonly id: string;
}

export const webhookTables = (payload: Payload, { options: { slugs } }: PortalContext): WebhookTables => ({
  webhooks: tableOf(payload, slugs.webhooks),
  deliveries: tableOf(payload, slugs.webhookDeliveries),
  id: idColumnType(payload, slugs.webhooks),
});

/** The name of the queue that the table of deliveries is. */
export const deliveryQueue = 'webhook-deliveries';

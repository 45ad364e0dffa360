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

/**
 * The bodies of events: each is stored once, with the deliveries that refer to it by `event_id`, in one statement, and none
 * refers to it later. So a transaction that sees a body sees its deliveries, too, and no foreign key has to guard it.
 */
export const eventTables = `
  create table if not exists support_portal.webhook_events (
    id bigint generated always as identity primary key, body text not null)`;

/**
 * The body of a delivery, in SQL. Deliveries that were created before 4.11 hold their own until they are pruned.
 *
 * @param delivery the alias of the table of deliveries
 */
export const bodyOf = (delivery: string): string =>
  `coalesce(${delivery}.body,
     (select e.body from support_portal.webhook_events e where e.id = ${delivery}.event_id::bigint))`;

/** The name of the queue that the table of deliveries is. */
export const deliveryQueue = 'webhook-deliveries';

import type { Payload } from 'payload';
import { newIdSql } from '../../../core/database/ids.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { afterCommit } from '../../../core/database/transaction.ts';
import type { PortalEvent, Publication } from '../../../core/events/publish.ts';
import { workOf } from '../../../core/jobs/work.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { subscriptionsTo, teamEventsOf } from '../events.ts';
import { teamOwners } from '../record/owners.ts';
import { deliveryQueue, type WebhookTables, webhookTables } from '../tables.ts';

/**
 * Creates the deliveries of an event, one for each subscribed webhook. The deliveries are part of the request's transaction:
 * they are committed with the change that caused the event, or not at all. A disabled webhook keeps the event as failed.
 *
 * @param to publishes to this webhook alone, whatever its subscription
 * @returns the ids of the deliveries
 */
export const deliverEvent = async (
  publication: Publication,
  { organization, dataForClients, ...happened }: PortalEvent,
  to: RecordId | null = null,
): Promise<string[]> => {
  if (to !== null) return insertDeliveries(publication, happened, 'id = $1', [to]);
  const names = subscriptionsTo(happened.event).map((name) => `"${name}"`);
  const publishTo = (which: string, data: PortalEvent['data'], ...values: readonly unknown[]) =>
    insertDeliveries(publication, { ...happened, data }, `${which} and events ?| $1::text[]`, [
      `{${names.join(',')}}`,
      ...values,
    ]);
  if (teamEventsOf(publication.portal.features).includes(happened.event)) {
    const owners = await teamOwners(publication.req, publication.portal, organization);
    return publishTo(
      '(spans or owner_id::text = any($2) and organization_id = $3)',
      happened.data,
      owners,
      organization,
    );
  }
  if (dataForClients === undefined)
    return publishTo('(spans or organization_id = $2)', happened.data, organization);
  const spanning = await publishTo('spans', happened.data);
  if (dataForClients === null) return spanning;
  const ofOne = await publishTo('not spans and organization_id = $2', dataForClients, organization);
  return [...spanning, ...ofOne];
};

export const disabledError = 'The webhook is disabled.';

/** Inserts an event, and a delivery of it for each webhook of a condition. @returns the ids of the deliveries */
const insertDeliveries = async (
  { req, portal }: Publication,
  { event, timestamp, data }: Pick<PortalEvent, 'event' | 'timestamp' | 'data'>,
  which: string,
  values: readonly unknown[],
): Promise<string[]> => {
  const tables = webhookTables(req.payload, portal);
  // The same lock as the foreign key takes. A webhook that is being deleted is skipped, and does not fail the change.
  const { rows: receivers } = await runStatement<Receiver>(
    req,
    `select id, status from ${tables.webhooks} where ${which} for key share`,
    values,
  );
  // Most events have none: PostgreSQL plans no insert then.
  if (receivers.length === 0) return [];
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<{ delivery: string }>(req, insertSql(req.payload, tables), [
    JSON.stringify({ event, timestamp: timestamp.toISOString(), data }),
    event,
    JSON.stringify(receivers.map(rowOf)),
  ]);
  await afterCommit(req, () => workOf(req.payload).wake(deliveryQueue));
  return rows.map(({ delivery }) => delivery);
};

interface Receiver extends Record<string, unknown> {
  readonly id: RecordId;
  readonly status: 'enabled' | 'disabled';
}

/** Values by the names of the columns. */
const rowOf = ({ id, status }: Receiver) =>
  status === 'enabled'
    ? { webhook_id: id, status: 'pending' }
    : { webhook_id: id, status: 'failed', error_class: 'disabled', error: disabledError };

const insertSql = (payload: Payload, { deliveries }: WebhookTables): string => {
  const newId = newIdSql(payload);
  return `
    with stored as (insert into support_portal.webhook_events (body) values ($1) returning id)
    insert into ${deliveries} (${newId.column} webhook_id, event, event_id, message_id, attempts, failures, created_at,
      status, next_attempt_at, error_class, error)
    select ${newId.value} r.webhook_id, $2, stored.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 0, 0, now(),
      r.status, case when r.status = 'pending' then now() end, r.error_class, r.error
    from stored, jsonb_populate_recordset(null::${deliveries}, $3) as r
    returning id::text as delivery`;
};

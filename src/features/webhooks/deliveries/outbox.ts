import { newIdSql } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { afterCommit } from '../../../core/database/transaction.ts';
import type { PortalEvent, Publication } from '../../../core/events/publish.ts';
import { workOf } from '../../../core/jobs/work.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { subscriptionsTo, teamEventsOf } from '../events.ts';
import { teamOwners } from '../record/owners.ts';
import { deliveryQueue, webhookTables } from '../tables.ts';

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

/** Inserts a delivery for each webhook of a condition. @returns the ids */
const insertDeliveries = async (
  { req, portal }: Publication,
  { event, timestamp, data }: Pick<PortalEvent, 'event' | 'timestamp' | 'data'>,
  which: string,
  values: readonly unknown[],
): Promise<string[]> => {
  const { webhooks, deliveries, id } = webhookTables(req.payload, portal);
  // The same lock as the foreign key takes. A webhook that is being deleted is skipped, and does not fail the change.
  const { rows: receivers } = await runStatement<{ id: RecordId; status: string }>(
    req,
    `select id, status from ${webhooks} where ${which} for key share`,
    values,
  );
  // Most events have none: PostgreSQL plans no insert then.
  if (receivers.length === 0) return [];
  const newId = newIdSql(req.payload);
  const body = JSON.stringify({ event, timestamp: timestamp.toISOString(), data });
  const insertFor = async (status: string, columns: string, fields: string, ...more: readonly unknown[]) => {
    const ids = receivers.filter((receiver) => receiver.status === status).map((receiver) => receiver.id);
    if (ids.length === 0) return [];
    const { rows } = await runStatement<{ delivery: string }>(
      req,
      `insert into ${deliveries}
         (${newId.column} webhook_id, event, body, message_id, attempts, failures, created_at, ${columns})
       select ${newId.value} webhook, $1, $2, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 0, 0, now(), ${fields}
       from unnest($3::${id}[]) as webhook
       returning id::text as delivery`,
      [event, body, ids, ...more],
    );
    return rows.map(({ delivery }) => delivery);
  };
  const made = [
    ...(await insertFor('enabled', 'status, next_attempt_at', "'pending', now()")),
    ...(await insertFor('disabled', 'status, error_class, error', "'failed', 'disabled', $4", disabledError)),
  ];
  await afterCommit(req, () => workOf(req.payload).wake(deliveryQueue));
  return made;
};

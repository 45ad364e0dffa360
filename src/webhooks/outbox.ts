import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { runStatement } from '../database/statement.ts';
import { enqueueAll } from '../queue/jobs.ts';
import type { RecordId } from '../shared/ids.ts';
import { deliveryQueue } from './deliveries/queue.ts';
import { type EventName, subscriptionsTo, testEvent } from './events.ts';
import { type WebhookTables, webhookTables } from './tables.ts';

/** Something that happened to a record. */
export interface PortalEvent {
  readonly event: EventName;
  /** When it happened. */
  readonly timestamp: Date;
  /** Whose record it is; null where it is nobody's, so that only webhooks that see all hear of it. */
  readonly organization: RecordId | null;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Publication {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

interface InsertedDelivery {
  readonly delivery: string;
  readonly webhook: string;
  readonly job: string;
}

/**
 * Has an event delivered to every webhook that it is for. Rows and jobs are part of the request's transaction: they
 * are committed with the change that caused the event, or not at all. A disabled webhook keeps the event as failed.
 */
export const publishEvent = async (publication: Publication, event: PortalEvent): Promise<void> => {
  await insertDeliveries(
    publication,
    { event: event.event, body: bodyOf(event.event, event.timestamp, event.data) },
    isForEvent,
    [event.organization, subscriptionList(event.event)],
  );
};

/** Sends one webhook an event of its own. @returns the id of the delivery */
export const publishTest = async (publication: Publication, webhook: RecordId): Promise<string> => {
  const body = bodyOf(testEvent, new Date(), { webhook_id: String(webhook) });
  const [inserted] = await insertDeliveries(publication, { event: testEvent, body }, 'id = $4', [webhook]);
  if (!inserted) throw new Error('The delivery of the test was not made.');
  return inserted.delivery;
};

/** The wire format; it is the same on every try. */
const bodyOf = (event: string, timestamp: Date, data: object): string =>
  JSON.stringify({ event, timestamp: timestamp.toISOString(), data });

/** A row for each webhook of a condition, and a job where it is enabled; `$4` and on are the condition's values. */
const insertDeliveries = async (
  { req, portal }: Publication,
  { event, body }: { readonly event: string; readonly body: string },
  which: string,
  values: readonly unknown[],
): Promise<InsertedDelivery[]> => {
  const { rows } = await runStatement<InsertedDelivery>(
    req,
    deliveriesSql(webhookTables(req.payload, portal), which),
    [event, body, disabledError, ...values],
  );
  await enqueueAll(
    req,
    deliveryQueue,
    rows.map(({ job, delivery, webhook }) => ({ id: job, data: { delivery, webhook } })),
  );
  return rows;
};

export const disabledError = 'The webhook is disabled.';

/**
 * Inserts the deliveries of the event `$1` with the body `$2`, and answers those that a job has to make. `$3` is what the
 * delivery of a disabled webhook says.
 */
const deliveriesSql = ({ deliveries, webhooks, id }: WebhookTables, which: string): string => {
  // The CMS makes ids of the type `uuidv7` by itself, and has no default for them.
  const [idColumn, newId] = id === 'uuid' ? ['id,', 'gen_random_uuid(),'] : ['', ''];
  const columns = `${idColumn} webhook_id, event, body, message_id, attempts, failures, created_at`;
  const values = `${newId} id, $1, $2, ${newMessageId}, 0, 0, now()`;
  // Locked as the foreign key would do it, but one that is being deleted is left out then, and fails nobody's change.
  return `
    with receivers as (select id, status from ${webhooks} where ${which} for key share),
    kept as (
      insert into ${deliveries} (${columns}, status, error_class, error)
      select ${values}, 'failed', 'disabled', $3 from receivers where status = 'disabled'
    )
    insert into ${deliveries} (${columns}, status, job, next_attempt_at)
    select ${values}, 'pending', gen_random_uuid()::text, now() from receivers where status = 'enabled'
    returning id::text as delivery, webhook_id::text as webhook, job`;
};

const newMessageId = `'msg_' || replace(gen_random_uuid()::text, '-', '')`;

/** The condition on webhooks that an event is for. */
const isForEvent = '(spans or organization_id = $4) and events ?| $5::text[]';

/** The subscriptions to an event, as PostgreSQL reads an array; the names hold nothing that would have to be quoted. */
const subscriptionList = (event: EventName): string =>
  `{${subscriptionsTo(event)
    .map((name) => `"${name}"`)
    .join(',')}}`;

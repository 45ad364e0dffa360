import { randomUUID } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { newIdSql } from '../database/ids.ts';
import { runStatement } from '../database/statement.ts';
import { enqueueAll } from '../queue/jobs.ts';
import type { RecordId } from '../shared/ids.ts';
import { deliveryQueue } from './deliveries/queue.ts';
import { type EventName, subscriptionsTo, testEvent } from './events.ts';
import { webhookTables } from './tables.ts';

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

interface Receiver {
  readonly id: RecordId;
  readonly is_enabled: boolean;
}

/**
 * Has an event delivered to every webhook that it is for. Rows and jobs are part of the request's transaction: they
 * are committed with the change that caused the event, or not at all. A disabled webhook keeps the event as failed.
 */
export const publishEvent = async (publication: Publication, event: PortalEvent): Promise<void> => {
  const { req, portal } = publication;
  const { rows: receivers } = await runStatement<Receiver>(
    req,
    `select id, status = 'enabled' as is_enabled from ${webhookTables(req.payload, portal).webhooks}
     where (spans or organization_id = $1) and events ?| $2::text[]`,
    [event.organization, toArray(subscriptionsTo(event.event))],
  );
  await insertDeliveries(publication, receivers, {
    name: event.event,
    body: bodyOf(event.event, event.timestamp, event.data),
  });
};

/** Sends one webhook an event of its own. @returns the id of the delivery */
export const publishTest = async (publication: Publication, webhook: RecordId): Promise<RecordId> => {
  const body = bodyOf(testEvent, new Date(), { webhook_id: String(webhook) });
  const [id] = await insertDeliveries(publication, [{ id: webhook, is_enabled: true }], {
    name: testEvent,
    body,
  });
  if (id === undefined) throw new Error('The delivery of the test was not made.');
  return id;
};

/** The wire format; it is the same on every try. */
const bodyOf = (event: string, timestamp: Date, data: object): string =>
  JSON.stringify({ event, timestamp: timestamp.toISOString(), data });

const insertDeliveries = async (
  { req, portal }: Publication,
  receivers: readonly Receiver[],
  { name, body }: { name: string; body: string },
): Promise<RecordId[]> => {
  if (receivers.length === 0) return [];
  const { deliveries } = webhookTables(req.payload, portal);
  const rows = receivers.map(({ id, is_enabled }) => ({ webhook: id, is_enabled, job: randomUUID() }));
  const values = rows.flatMap(({ webhook, is_enabled, job }) => [
    webhook,
    name,
    body,
    `msg_${randomUUID().replaceAll('-', '')}`,
    is_enabled ? job : null,
    is_enabled ? 'pending' : 'failed',
    is_enabled ? null : 'disabled',
    is_enabled ? null : disabledError,
  ]);
  const { rows: inserted } = await runStatement<{ id: RecordId }>(
    req,
    `insert into ${deliveries}
       (id, webhook_id, event, body, message_id, job, status, error_class, error, attempts, failures, created_at, next_attempt_at)
     values ${receivers.map((receiver, index) => rowSql(newIdSql(req.payload), receiver, index * columns)).join(', ')} returning id`,
    values,
  );
  const ids = inserted.map(({ id }) => id);
  await enqueueAll(
    req,
    deliveryQueue,
    rows.flatMap(({ webhook, is_enabled, job }, index) =>
      is_enabled ? [{ id: job, data: { delivery: String(ids[index]), webhook: String(webhook) } }] : [],
    ),
  );
  return ids;
};

export const disabledError = 'The webhook is disabled.';

const columns = 8;

/** The moment of a try that is due is that of the row; where none is, there is no moment. */
const rowSql = (id: string, { is_enabled }: Receiver, offset: number): string => {
  const parameters = Array.from({ length: columns }, (_, index) => `$${offset + index + 1}`);
  return `(${id}, ${parameters.join(', ')}, 0, 0, now(), ${is_enabled ? 'now()' : 'null'})`;
};

/** An array as PostgreSQL reads it; the names hold nothing that would have to be quoted. */
const toArray = (names: readonly string[]): string => `{${names.map((name) => `"${name}"`).join(',')}}`;

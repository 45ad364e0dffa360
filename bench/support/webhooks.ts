import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalReq, type Payload } from 'payload';
import { postgresOf } from '../../src/core/database/pool.ts';
import { inTransaction } from '../../src/core/database/transaction.ts';
import { deliverEvent } from '../../src/features/webhooks/deliveries/outbox.ts';
import { makeSecret, sealSecret } from '../../src/features/webhooks/secrets/secrets.ts';
import { portalContextFrom } from '../../src/portalContext.ts';
import { seededRandom } from '../data/random.ts';
import { newTicket } from '../data/tickets.ts';
import { startDatabase } from './database.ts';
import { receivers, startPortal } from './portal.ts';
import type { Scope } from './scope.ts';
import { timeAll } from './timing.ts';

const publishedAtOnce = 4;

/** A portal that publishes events and delivers none: only workers deliver them. */
interface Publisher {
  readonly databaseURL: string;
  readonly payload: Payload;
  /** Publishes events to all webhooks, each in a transaction of its own, a few at once as a server does. */
  publish(events: number): Promise<void>;
}

export const startPublisher = async (scope: Scope): Promise<Publisher> => {
  const databaseURL = await startDatabase(scope);
  const payload = await startPortal(databaseURL, scope, receivers);
  const portal = portalContextFrom(receivers);
  await fillLog(payload);
  const random = seededRandom(20_261_121);
  let record = 0;
  const publishOne = async (): Promise<void> => {
    scope.signal.throwIfAborted();
    const req = await createLocalReq({}, payload);
    const { subject, priority } = newTicket(random, record++);
    const data = { id: String(record), subject, status: 'open', priority, created_by: '7' };
    const timestamp = new Date();
    await inTransaction(req, () =>
      deliverEvent({ req, portal }, { event: 'ticket.created', timestamp, organization: null, data }),
    );
  };
  const publish = async (events: number): Promise<void> => {
    await timeAll(Array.from({ length: events }), publishedAtOnce, publishOne);
  };
  return { databaseURL, payload, publish };
};

/** A body as it is published, for code that sends it without a portal. */
export const exampleBody = JSON.stringify({
  event: 'ticket.created',
  timestamp: '2026-11-21T12:00:00.000Z',
  data: {
    id: '4711',
    subject: 'Printer on the second floor, since this morning',
    status: 'open',
    priority: 'medium',
    created_by: '7',
  },
});

const pastDeliveries = 100_000;

/** The deliveries of a month, of a webhook that is disabled now: nothing is measured on an empty log. */
const fillLog = async (payload: Payload): Promise<void> => {
  const { pool } = postgresOf(payload);
  await pool.query(
    `with past as (
       insert into webhooks (url, events, status, spans, secret) values ('https://past.example', '["file.uploaded"]', 'disabled', true, '')
       returning id
     ),
     stored as (
       insert into support_portal.webhook_events (body) select $1 from generate_series(1, ${pastDeliveries}) returning id
     )
     insert into webhook_deliveries (webhook_id, event, event_id, message_id, status, attempts, failures, created_at,
       last_attempt_at, response_status, request_headers, response_headers, response_body)
     select past.id, 'file.uploaded', number, 'msg_' || md5(number::text), 'delivered', 1, 0, at, at, 204, $2, $3, ''
     from past, (select id as number from stored order by id) as event,
       lateral (select now() - (${pastDeliveries} - number) * interval '25 seconds' as at) as moment`,
    [
      exampleBody,
      JSON.stringify({ 'content-type': 'application/json', 'webhook-signature': `v1,${'a'.repeat(44)}` }),
      JSON.stringify({ connection: 'keep-alive', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }),
    ],
  );
  await pool.query('vacuum analyze webhook_deliveries, support_portal.webhook_events');
};

/** Registers webhooks that see all, in the place of those before and of their deliveries. */
export const registerOnly = async (payload: Payload, urls: readonly string[]): Promise<void> => {
  const { pool } = postgresOf(payload);
  await pool.query(
    `delete from webhook_deliveries where webhook_id in (select id from webhooks where status = 'enabled')`,
  );
  await pool.query(`delete from webhooks where status = 'enabled'`);
  await pool.query(`delete from support_portal.webhook_events where id > ${pastDeliveries}`);
  const webhooks = urls.map((url) => ({ url, secret: sealSecret(makeSecret(), payload.config.secret) }));
  await pool.query(
    `insert into webhooks (url, events, status, spans, secret)
     select url, '["ticket.*"]', 'enabled', true, secret from json_to_recordset($1) as w(url text, secret text)`,
    [JSON.stringify(webhooks)],
  );
};

const betweenPolls = 20;

/**
 * Waits until no delivery is pending.
 *
 * @throws if one failed
 */
export const untilDelivered = async (payload: Payload, { signal }: Scope): Promise<void> => {
  const { pool } = postgresOf(payload);
  for (let isOver = false; !isOver; ) {
    await sleep(betweenPolls, undefined, { signal });
    const { rows } = await pool.query(
      `select 1 from webhooks w join webhook_deliveries d on d.webhook_id = w.id
       where w.status = 'enabled' and d.status = 'pending' limit 1`,
    );
    isOver = rows.length === 0;
  }
  const { rows } = await pool.query(
    `select error from webhook_deliveries where status <> 'delivered' limit 1`,
  );
  if (rows.length > 0) throw new Error(`Not all was delivered: ${rows[0].error}`);
};

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndedAttempt, recordAttempts } from '../../../src/features/webhooks/deliveries/attempts.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  takeUpDeliveries,
} from '../../../src/features/webhooks/deliveries/claims.ts';
import { webhookTables } from '../../../src/features/webhooks/tables.ts';
import { type Client, keyClient } from '../../support/api/api.ts';
import { contextOf } from '../../support/portal/context.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

/** A worker that was frozen until its lease expired, and resumes while another one has claimed its delivery. */

const options = { webhooks: { allowedNetworks: ['127.0.0.0/8'] }, workers: 'external' } as const;

let portal: TestPortal;
let client: Client;

beforeAll(async () => {
  portal = await startPortal({ portal: options });
  const people = await createPeople(portal);
  client = await keyClient(portal, people.administrator, {
    owner: people.client,
    organization: people.organization,
  });
  await client.post('/v1/webhooks', { url: 'http://127.0.0.1:9', events: ['ticket.created'] });
  await client.post('/v1/tickets', { subject: 'VPN' });
});

afterAll(() => portal.stop());

const tables = () => webhookTables(portal.payload, contextOf(options));

const claimAll = () =>
  claimDeliveries(portal.payload, tables(), { all: 10, ofOne: 10, underWay: new Map(), room: 1 });

const claim = async (): Promise<ClaimedDelivery> => {
  const [claimed] = await claimAll();
  if (!claimed) throw new Error('There is nothing to try.');
  return claimed;
};

const endLease = async ({ id }: ClaimedDelivery): Promise<void> => {
  await query(
    portal.databaseUrl,
    `update webhook_deliveries set last_attempt_at = now() - interval '31 seconds' where id = $1`,
    [id],
  );
  await takeUpDeliveries(portal.payload, tables());
};

const end = (delivery: ClaimedDelivery, { outcome, wait }: Pick<EndedAttempt, 'outcome' | 'wait'>) =>
  recordAttempts(portal.payload, tables(), [{ delivery, headers: {}, outcome, wait }]);

const succeed = (delivery: ClaimedDelivery) =>
  end(delivery, {
    outcome: { kind: 'delivered', status: 204, answer: { status: 204, headers: {}, body: '' } },
    wait: null,
  });

const fail = (delivery: ClaimedDelivery) =>
  end(delivery, {
    outcome: {
      kind: 'failed',
      status: 500,
      errorClass: 'status',
      error: 'HTTP 500',
      answer: null,
      retryAfter: null,
    },
    wait: 86_400,
  });

const rows = () =>
  query<{ status: string; attempts: number; failures: number }>(
    portal.databaseUrl,
    'select status, attempts::int, failures::int from webhook_deliveries order by id',
  );

it('the late worker leaves the delivery to the other one, without a counted failure', async () => {
  const late = await claim();
  await takeUpDeliveries(portal.payload, tables());
  expect(await claimAll()).toEqual([]);
  await endLease(late);
  const present = await claim();
  expect([late.attempts, present.attempts]).toEqual([1, 2]);
  for (const ends of [succeed, fail]) {
    expect(await ends(late)).toEqual([false]);
    expect(await rows()).toEqual([{ status: 'pending', attempts: 2, failures: 0 }]);
  }
  expect(await succeed(present)).toEqual([true]);
  expect(await rows()).toEqual([{ status: 'delivered', attempts: 2, failures: 0 }]);
});

it('the late worker leaves it to a redelivery that has replaced the attempt', async () => {
  await client.post('/v1/tickets', { subject: 'Printer' });
  const late = await claim();
  const superseding = await client.post(`/v1/webhooks/${late.webhook}/deliveries/${late.id}/redeliver`);
  expect(superseding.status).toBe(202);
  expect(await fail(late)).toEqual([false]);
  const present = await claim();
  expect([present.id, present.attempts, present.failures]).toEqual([late.id, 2, 0]);
  expect(await succeed(present)).toEqual([true]);
});

it('a success of an attempt counts though its webhook was disabled meanwhile, and a failure does not', async () => {
  await client.post('/v1/tickets', { subject: 'Scanner' });
  const late = await claim();
  await client.patch(`/v1/webhooks/${late.webhook}`, { status: 'disabled' });
  expect(await fail(late)).toEqual([false]);
  expect((await rows()).at(-1)).toEqual({ status: 'failed', attempts: 1, failures: 0 });
  expect(await succeed(late)).toEqual([true]);
  expect((await rows()).at(-1)).toEqual({ status: 'delivered', attempts: 1, failures: 0 });
  await client.patch(`/v1/webhooks/${late.webhook}`, { status: 'enabled' });
});

it('a delivery that was published while its webhook was being disabled is ended', async () => {
  await client.post('/v1/tickets', { subject: 'Router' });
  const [webhook] = (await client.get('/v1/webhooks')).body.data;
  await query(portal.databaseUrl, `update webhooks set status = 'disabled' where id = $1`, [webhook.id]);
  expect(await claimAll()).toEqual([]);
  await takeUpDeliveries(portal.payload, tables());
  expect((await rows()).at(-1)).toEqual({ status: 'failed', attempts: 0, failures: 0 });
});

it('a claim skips a webhook with no free slot, and no other', async () => {
  const [full] = (await client.get('/v1/webhooks')).body.data;
  await query(portal.databaseUrl, `update webhooks set status = 'enabled'`);
  const { body: other } = await client.post('/v1/webhooks', {
    url: 'http://127.0.0.1:9',
    events: ['ticket.created'],
  });
  for (const subject of ['One', 'Two', 'Three']) await client.post('/v1/tickets', { subject });
  const claimed = await claimDeliveries(portal.payload, tables(), {
    all: 200,
    ofOne: 2,
    underWay: new Map([[String(full.id), { tries: 2, bytes: 0 }]]),
    room: 1,
  });
  expect(claimed.map(({ webhook }) => webhook)).toEqual([other.id, other.id]);
});

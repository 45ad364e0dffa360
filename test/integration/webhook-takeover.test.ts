import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PortalContext } from '../../src/context.ts';
import { resolveOptions } from '../../src/options/resolve.ts';
import type { Job } from '../../src/queue/queue.ts';
import { type ClaimedDelivery, claimDeliveries } from '../../src/webhooks/deliveries/claim.ts';
import type { DeliveryJob } from '../../src/webhooks/deliveries/queue.ts';
import { type EndedTry, recordTries } from '../../src/webhooks/deliveries/record.ts';
import { webhookTables } from '../../src/webhooks/tables.ts';
import { type Client, keyClient } from '../support/api.ts';
import { query, startPortal, type TestPortal } from '../support/payload.ts';
import { createPeople } from '../support/people.ts';

/** A worker that stood still until its lease was over, and comes to while another one has its job in hand. */

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

const tables = () =>
  webhookTables(portal.payload, { options: resolveOptions(options) } as unknown as PortalContext);

const jobs = () =>
  query<Job<DeliveryJob>>(
    portal.databaseUrl,
    `select id, data from support_portal.job where name = 'webhook-deliveries'`,
  );

const claim = async (): Promise<ClaimedDelivery> => {
  const [claimed] = await claimDeliveries(portal.payload, tables(), await jobs());
  if (claimed?.kind !== 'claimed') throw new Error('There is nothing to try.');
  return claimed.delivery;
};

const end = (delivery: ClaimedDelivery, { outcome, wait }: Pick<EndedTry, 'outcome' | 'wait'>) =>
  recordTries(portal.payload, tables(), [
    {
      delivery,
      began: new Date(),
      requestHeaders: {},
      outcome,
      wait,
    },
  ]);

const succeed = (delivery: ClaimedDelivery) =>
  end(delivery, { outcome: { kind: 'delivered', status: 204, answer: null }, wait: null });

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

const statuses = async () =>
  (await query<{ status: string }>(portal.databaseUrl, 'select status from webhook_deliveries')).map(
    ({ status }) => status,
  );

it('leaves the delivery and its job to the other one', async () => {
  const late = await claim();
  const present = await claim();
  expect([late.attempts, present.attempts]).toEqual([1, 2]);
  for (const ends of [succeed, fail]) {
    expect(await ends(late)).toEqual([false]);
    expect([await statuses(), await jobs()]).toEqual([
      ['pending'],
      [{ id: present.job, data: expect.anything() }],
    ]);
  }
  expect(await succeed(present)).toEqual([true]);
  expect([await statuses(), await jobs()]).toEqual([['delivered'], []]);
});

it('takes its job along where that has no sense any more', async () => {
  const { id } = (await client.post('/v1/tickets', { subject: 'Printer' })).body;
  expect(id).toBeDefined();
  const late = await claim();
  const superseding = await client.post(`/v1/webhooks/${late.webhook}/deliveries/${late.id}/redeliver`);
  expect(superseding.status).toBe(202);
  expect(await fail(late)).toEqual([false]);
  expect((await jobs()).map((job) => job.id)).not.toContain(late.job);
  expect(await jobs()).toHaveLength(1);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PortalContext } from '../../src/context.ts';
import { resolveOptions } from '../../src/options/resolve.ts';
import type { Job } from '../../src/queue/queue.ts';
import { type ClaimedDelivery, claimDeliveries } from '../../src/webhooks/deliveries/claim.ts';
import type { DeliveryJob } from '../../src/webhooks/deliveries/queue.ts';
import { recordTries } from '../../src/webhooks/deliveries/record.ts';
import { webhookTables } from '../../src/webhooks/tables.ts';
import { keyClient } from '../support/api.ts';
import { query, startPortal, type TestPortal } from '../support/payload.ts';
import { createPeople } from '../support/people.ts';

/** A worker that stood still until its lease was over, and comes to while another one has its job in hand. */

const options = { webhooks: { allowedNetworks: ['127.0.0.0/8'] }, workers: 'external' } as const;

let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal({ portal: options });
  const people = await createPeople(portal);
  const client = await keyClient(portal, people.administrator, {
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

const succeed = (delivery: ClaimedDelivery) =>
  recordTries(portal.payload, tables(), [
    {
      delivery,
      began: new Date(),
      requestHeaders: {},
      outcome: { kind: 'delivered', status: 204, answer: null },
      wait: null,
    },
  ]);

const statuses = async () =>
  (await query<{ status: string }>(portal.databaseUrl, 'select status from webhook_deliveries')).map(
    ({ status }) => status,
  );

it('leaves the delivery and its job to the other one', async () => {
  const late = await claim();
  const present = await claim();
  expect([late.attempts, present.attempts]).toEqual([1, 2]);
  await succeed(late);
  expect([await statuses(), await jobs()]).toEqual([
    ['pending'],
    [{ id: present.job, data: expect.anything() }],
  ]);
  await succeed(present);
  expect([await statuses(), await jobs()]).toEqual([['delivered'], []]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdLock } from '../faults/lockTable.ts';
import { type Client, keyClient, sessionOf } from '../support/api.ts';
import { query, startPortal, type TestPortal } from '../support/payload.ts';
import { createPeople, type People } from '../support/people.ts';

let portal: TestPortal;
let people: People;
let key: Client;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      workers: 'external',
      rateLimit: { perMinute: 0 },
    },
  });
  people = await createPeople(portal);
  key = await keyClient(portal, people.administrator, {
    owner: people.client,
    organization: people.organization,
  });
});

afterAll(() => portal.stop());

const doors: readonly (readonly [string, (ticket: string) => Promise<{ status: number }>])[] = [
  ['the API', (ticket) => key.patch(`/v1/tickets/${ticket}`, { priority: 'high' })],
  [
    'the CMS’s REST',
    (ticket) => sessionOf(portal, people.client).patch(`/tickets/${ticket}`, { priority: 'high' }),
  ],
  [
    'the CMS’s REST by forms',
    (ticket) => {
      const body = new FormData();
      body.set('_payload', JSON.stringify({ priority: 'high' }));
      const headers = { Authorization: `JWT ${people.client.token}` };
      return portal.fetch(`/api/tickets/${ticket}`, { method: 'PATCH', headers, body });
    },
  ],
];

it.each(doors)(
  'a client’s requests that wait for a ticket over %s hold up no other person',
  async (_, change) => {
    const ticket = (await key.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;
    const lock = await holdLock(portal.databaseUrl, `select 1 from tickets where id = ${ticket} for update`);
    // More than the process has connections.
    const changes = Array.from({ length: 30 }, () => change(ticket));
    const staff = sessionOf(portal, people.administrator);
    expect((await staff.get('/tickets')).status).toBe(200);
    expect((await sessionOf(portal, people.representative).get('/tickets')).status).toBe(200);
    await lock.unlock();
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(30).fill(200));
  },
);

it('a client’s change by a filter holds up no ticket of another organization', async () => {
  const staff = sessionOf(portal, people.administrator);
  const create = async (organization: number) => {
    const data = { subject: 'VPN is slow', organization } as never;
    return (await portal.payload.create({ collection: 'tickets', data, overrideAccess: true })).id;
  };
  // The locks are taken in this order.
  const foreign = await create(people.otherOrganization);
  const own = await create(people.organization);
  const lock = await holdLock(portal.databaseUrl, `select 1 from tickets where id = ${own} for update`);
  const filter = `/tickets?where[id][in]=${foreign},${own}&limit=1`;
  const change = sessionOf(portal, people.client).patch(filter, { priority: 'high' });
  await expect
    .poll(() =>
      query(
        portal.databaseUrl,
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    )
    .not.toEqual([]);
  expect((await staff.patch(`/tickets/${foreign}`, { priority: 'low' })).status).toBe(200);
  await lock.unlock();
  expect((await change).status).toBe(200);
});

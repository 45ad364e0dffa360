import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdLock } from '../faults/lockTable.ts';
import { type Client, keyClient, sessionOf } from '../support/api.ts';
import { startPortal, type TestPortal } from '../support/payload.ts';
import { createPeople, type People } from '../support/people.ts';

let portal: TestPortal;
let people: People;
let key: Client;

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 0 } } });
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

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GRAPHQL_POST } from '@payloadcms/next/routes';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { lineAt } from '../../../src/core/http/turns.ts';
import type { NextListener } from '../../../src/server/http/exchange.ts';
import { holdLock, lockTable } from '../../faults/lockTable.ts';
import { type Client, clientOf, keyClient, makeKey, sessionOf } from '../../support/api/api.ts';
import { beDefaultInstance } from '../../support/portal/defaultInstance.ts';
import { fillTurns } from '../../support/portal/fillTurns.ts';
import { query, serverUrl, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { serve } from '../../support/portal/serve.ts';

let portal: TestPortal;
let people: People;
let key: Client;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      workers: 'external',
      rateLimit: { perMinute: 0 },
      mcp: { tools: ['reply_to_ticket'] },
    },
  });
  people = await createPeople(portal);
  key = await keyClient(portal, people.administrator, {
    owner: people.client,
    organization: people.organization,
  });
});

afterAll(() => portal.stop());

const calls: readonly (readonly [string, (ticket: string) => Promise<{ status: number }>])[] = [
  ['the API', (ticket) => key.patch(`/v1/tickets/${ticket}`, { priority: 'high' })],
  [
    'the MCP bridge',
    (id) =>
      key.post('/portal/v1/mcp', {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'reply_to_ticket', arguments: { ticket_id: id, body: 'Still slow.' } },
      }),
  ],
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

it.each(calls)(
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

/** Requests whose bodies wait, and the subject of their turns. */
const longBodies: readonly (readonly [
  string,
  () => string,
  (text: string) => Promise<{ status: number }>,
])[] = [
  ['the API', () => `requests ${people.client.id}`, (text) => key.post('/v1/tickets', { subject: text })],
  [
    'the MCP bridge',
    () => `requests ${people.client.id}`,
    (text) =>
      key.post('/portal/v1/mcp', {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'reply_to_ticket', arguments: { ticket_id: '999999', body: text } },
      }),
  ],
  [
    'the CMS’s REST',
    () => `requests ${people.client.id}`,
    (text) => sessionOf(portal, people.client).post('/tickets', { subject: text }),
  ],
  [
    'a sign-in',
    () => 'sign-ins',
    (text) =>
      clientOf(portal, null).post('/portal/v1/client/sign-in', { email: text }, { Origin: serverUrl }),
  ],
];

it.each(longBodies)(
  'bodies over %s that wait for a turn end at 16 MiB a sender',
  async (_, subject, send) => {
    const endWork = fillTurns(portal.payload, subject());
    const refused: number[] = [];
    const text = 'x'.repeat(1_000_000);
    const all = Array.from({ length: 20 }, async () => {
      const { status } = await send(text);
      if (status === 429) refused.push(status);
      return status;
    });
    await expect.poll(() => refused.length).toBe(4);
    await endWork();
    await Promise.all(all);
    expect(refused).toHaveLength(4);
    expect((await send(text)).status).not.toBe(429);
  },
);

it('bodies of calls at the MCP bridge whose sender has hung up count until the calls have ended', async () => {
  const { administrator, client, organization } = people;
  const secret = await makeKey(portal, administrator, { owner: client, organization });
  const endWork = fillTurns(portal.payload, `requests ${people.client.id}`);
  const hangUp = new AbortController();
  const refused: number[] = [];
  const send = async (signal: AbortSignal | null = null): Promise<number> => {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'reply_to_ticket', arguments: { ticket_id: '999999', body: 'x'.repeat(1_000_000) } },
    });
    const { status } = await portal.fetch('/api/portal/v1/mcp', { method: 'POST', headers, body, signal });
    if (status === 429) refused.push(status);
    return status;
  };
  const all = Array.from({ length: 20 }, () => send(hangUp.signal).catch(() => 0));
  await expect.poll(() => refused.length).toBe(4);
  hangUp.abort();
  await sleep(200);
  expect(await send()).toBe(429);
  await endWork();
  await Promise.all(all);
  await expect.poll(() => send()).toBe(200);
});

const waiting = () =>
  query(
    portal.databaseUrl,
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );

it.each([
  ['the API', (word: number) => key.get(`/v1/tickets?search=${word}`), 2 * 2],
  [
    'the CMS’s REST',
    (page: number) => sessionOf(portal, people.client).get(`/tickets?sort=description&page=${page}`),
    2,
  ],
  [
    'GraphQL',
    (page: number) => {
      const headers = {
        Authorization: `JWT ${people.client.token}`,
        'Content-Type': 'application/json',
      };
      const query = `{ Tickets(sort: "description", page: ${page}) { totalDocs } }`;
      const body = JSON.stringify({ query });
      return GRAPHQL_POST(portal.config)(
        new Request(`${serverUrl}/api/graphql`, { method: 'POST', headers, body }),
      );
    },
    2,
  ],
])('two searches or lists of a client are worked on at once over %s', async (_, list, connections) => {
  onTestFinished(beDefaultInstance(portal));
  const lock = await lockTable(portal.databaseUrl, 'tickets');
  const lists = Array.from({ length: 8 }, (_, number) => list(number + 1));
  await expect.poll(async () => (await waiting()).length).toBe(connections);
  await sleep(300);
  expect(await waiting()).toHaveLength(connections);
  await lock.unlock();
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

it('searches of an organization’s people together take few connections', async () => {
  const representative = await keyClient(portal, people.administrator, {
    owner: people.representative,
    organization: people.organization,
  });
  const lock = await lockTable(portal.databaseUrl, 'ticket_replies');
  const searches = Array.from({ length: 4 }, () => [key, representative])
    .flat()
    .map((one) => one.get('/v1/tickets?search=nowhere'));
  await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: 10_000 });
  await sleep(1_000);
  // Two searches, each of a page and a total.
  expect((await waiting()).length).toBeLessThanOrEqual(4);
  await lock.unlock();
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

it('a client’s many changes of their account hold up no login', async () => {
  const session = sessionOf(portal, people.client);
  let left = 60;
  const changes = Array.from({ length: left }, async (_, index) => {
    const { status } = await session.patch(`/users/${people.client.id}`, { name: `Ann ${index}` });
    left -= 1;
    return status;
  });
  await expect.poll(() => left, { interval: 1 }).toBeLessThan(60);
  await clientOf(portal, null).post('/users/login', { email: people.administrator.email, password: 'wrong' });
  expect(left).toBeGreaterThan(10);
  expect(new Set(await Promise.all(changes))).toEqual(new Set([200]));
});

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
  await expect.poll(waiting).not.toEqual([]);
  expect((await staff.patch(`/tickets/${foreign}`, { priority: 'low' })).status).toBe(200);
  await lock.unlock();
  expect((await change).status).toBe(200);
});

it('pages of Next take turns: two of an address without a session, four of a client, and staff do not wait', async () => {
  const waiting: (() => void)[] = [];
  const next: NextListener = async (_request, response) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    response.end();
  };
  const served = await serve(portal, { next, trustedProxies: { by: 'count', count: 1 } });
  onTestFinished(served.close);
  const expectAtOnce = async (most: number, headers: Record<string, string>, path = '/admin/login') => {
    const responses = Array.from({ length: 6 }, () => fetch(`${served.url}${path}`, { headers }));
    await expect.poll(() => waiting.length).toBe(most);
    // A stranger of another address gets their page while these wait.
    const other = fetch(`${served.url}/admin/login`, { headers: { 'X-Forwarded-For': '203.0.113.99' } });
    await expect.poll(() => waiting.length).toBe(most + 1);
    await sleep(100);
    expect(waiting).toHaveLength(most + 1);
    const release = setInterval(() => {
      for (const resolve of waiting.splice(0)) resolve();
    }, 5);
    const all = await Promise.all([...responses, other]);
    clearInterval(release);
    expect(all.map(({ status }) => status)).toEqual(Array(7).fill(200));
  };
  const session = ({ token }: { token: string }) => ({ Authorization: `JWT ${token}` });
  await expectAtOnce(2, { 'X-Forwarded-For': '203.0.113.1' });
  await expectAtOnce(2, { 'X-Forwarded-For': '203.0.113.1' }, '/api/graphql');
  await expectAtOnce(4, session(people.client));
  await expectAtOnce(6, session(people.administrator));
});

it('the line for pages of an address is bounded, and one with a session waits behind none of it', async () => {
  const waiting: (() => void)[] = [];
  const next: NextListener = async (_request, response) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    response.end();
  };
  const served = await serve(portal, { next });
  onTestFinished(served.close);
  const page = (headers: Record<string, string> = {}) => fetch(`${served.url}/admin/login`, { headers });
  const refused: Response[] = [];
  const all = Array.from({ length: 100 }, async () => {
    const response = await page();
    if (response.status !== 200) refused.push(response);
    return response;
  });
  await expect.poll(() => refused.length).toBe(50);
  expect(refused[0]?.headers.get('Retry-After')).toBe('2');
  expect(await refused[0]?.json()).toMatchObject({ error: 'rate_limited', request_id: expect.any(String) });
  const browser = await page({ Accept: 'text/html' });
  expect([browser.status, browser.headers.get('Refresh')]).toEqual([429, '2']);
  expect(await browser.text()).toContain('loads itself again');
  const client = page({ Authorization: `JWT ${people.client.token}` });
  await expect.poll(() => waiting.length).toBe(3);
  const release = setInterval(() => {
    for (const resolve of waiting.splice(0)) resolve();
  }, 5);
  onTestFinished(() => clearInterval(release));
  expect((await client).status).toBe(200);
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
});

it('who has gone before their turn gets no page made', async () => {
  let made = 0;
  const waiting: (() => void)[] = [];
  const next: NextListener = async (_request, response) => {
    made += 1;
    await new Promise<void>((resolve) => waiting.push(resolve));
    response.end();
  };
  const served = await serve(portal, { next });
  onTestFinished(served.close);
  const page = () => fetch(`${served.url}/admin/login`);
  const first = [page(), page()];
  await expect.poll(() => made).toBe(2);
  const leaving = new AbortController();
  const gone = fetch(`${served.url}/admin/login`, { signal: leaving.signal }).catch(() => null);
  await sleep(100);
  leaving.abort();
  await gone;
  await sleep(100);
  for (const resolve of waiting.splice(0)) resolve();
  await Promise.all(first);
  const last = page();
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect((await last).status).toBe(200);
  expect(made).toBe(3);
});

/** Next waits for the body of a form, and until its response was read; of a connection that broke off it may never know. */
const likeNext: NextListener = async (request, response) => {
  for await (const _ of request);
  if (request.url === '/admin/stuck') return new Promise(() => {});
  response.end(Buffer.alloc(request.url === '/admin/long' ? 64 * 1024 * 1024 : 1));
  await once(response, 'finish');
};

it.each([
  [
    'send no body',
    'POST /admin/login',
    'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9\r\n',
  ],
  ['read no response', 'GET /admin/long', ''],
  ['break off', 'GET /admin/stuck', ''],
])('connections of an address that %s keep no turn', async (kind, target, headers) => {
  const served = await serve(portal, { next: likeNext });
  onTestFinished(served.close);
  const connections = Array.from({ length: 4 }, () => {
    const connection = connect(Number(new URL(served.url).port), '127.0.0.1');
    connection.on('error', () => {}).pause();
    connection.write(`${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
    return connection;
  });
  onTestFinished(() => connections.forEach((connection) => void connection.destroy()));
  await sleep(500);
  if (kind === 'break off') for (const connection of connections) connection.destroy();
  const page = await fetch(`${served.url}/admin/login`, { signal: AbortSignal.timeout(15_000) });
  expect(page.status).toBe(200);
});

it.each(['/api/users/login', '/api/v1/tickets', '/admin/login'])(
  'a body for %s that comes byte by byte ends its connection',
  async (path) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const served = await serve(portal, { next: likeNext });
    onTestFinished(served.close);
    const connection = connect(Number(new URL(served.url).port), '127.0.0.1');
    onTestFinished(() => void connection.destroy());
    let isClosed = false;
    connection
      .on('error', () => {})
      .once('close', () => {
        isClosed = true;
      });
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\nAuthorization: ${key.authorization}`;
    connection.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{`);
    await expect
      .poll(() => {
        vi.advanceTimersByTime(30_000);
        return isClosed;
      })
      .toBe(true);
  },
);

it('a client that goes while it sends a form leaves no line in the log', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => errors.mockRestore());
  const served = await serve(portal, { next: likeNext });
  onTestFinished(served.close);
  const connection = connect(Number(new URL(served.url).port), '127.0.0.1');
  connection.write('POST /admin/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf');
  await sleep(200);
  connection.destroy();
  await sleep(200);
  expect((await fetch(`${served.url}/admin/login`)).status).toBe(200);
  expect(errors.mock.calls).toEqual([]);
});

it('deletions of files, whose storage may not answer, leave connections to others by every door', async () => {
  onTestFinished(beDefaultInstance(portal));
  const { administrator, representative, organization } = people;
  const staff = sessionOf(portal, administrator);
  const folder = (await staff.post('/folders', { name: 'Plans', organization })).body.doc.id;
  const files = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const form = new FormData();
      form.set('_payload', JSON.stringify({ folder }));
      form.set('file', new File(['x'], 'x.txt', { type: 'text/plain' }));
      const headers = { Authorization: `JWT ${administrator.token}` };
      const response = await portal.fetch('/api/files', { method: 'POST', headers, body: form });
      return ((await response.json()) as { doc: { id: number } }).doc.id;
    }),
  );
  const end = fillTurns(portal.payload, 'stored files');
  const byGraphQl = (id: number) => {
    const headers = {
      Authorization: `JWT ${administrator.token}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ query: `mutation { deletePortalFile(id: ${id}) { id } }` });
    return GRAPHQL_POST(portal.config)(
      new Request(`${serverUrl}/api/graphql`, { method: 'POST', headers, body }),
    );
  };
  const deletions = files.map((id, at) => {
    if (at % 3 === 0) return key.delete(`/v1/files/${id}`);
    return at % 3 === 1 ? staff.delete(`/files/${id}`) : byGraphQl(id);
  });
  await expect.poll(() => lineAt(portal.payload, 'stored files')).toBe(4 + deletions.length);
  expect((await sessionOf(portal, representative).get('/tickets')).status).toBe(200);
  const left = () => query(portal.databaseUrl, 'select id from files where id = any($1)', [files]);
  expect(await left()).toHaveLength(files.length);
  await end();
  expect(new Set((await Promise.all(deletions)).map(({ status }) => status))).toEqual(new Set([204, 200]));
  expect(await left()).toEqual([]);
});

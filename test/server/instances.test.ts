import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Answered, type Client, clientOf } from '../support/api/api.ts';
import { tusClient } from '../support/api/uploads.ts';
import { createMigratedDatabase } from '../support/portal/payload.ts';
import { launchPortal, type PortalProcess, program } from '../support/portal/portalProcess.ts';
import { buildCheckout } from '../support/portal/portalProcessBuild.ts';
import { registerFirst } from '../support/portal/registerFirst.ts';
import { type Balancer, startBalancer } from '../support/servers/balancer.ts';
import { freePort } from '../support/servers/freePort.ts';
import { startHttpServer, type TestHttpServer } from '../support/servers/httpServer.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

/** Two web processes and two workers on one PostgreSQL, behind a proxy. */

// Whole portals start here, and the machine may be busy.
vi.setConfig({ testTimeout: 600_000 });

const perMinute = 400;
const first = { email: 'ada@example.com', password: 'correct horse' };
const folder = makeFolder();
let proxy: Balancer;
let receiver: TestHttpServer;
let mailServer: TestSmtpServer;
let environment: Record<string, string>;
/** At the same two addresses all the time. */
let webs: [PortalProcess, PortalProcess];
let workers: PortalProcess[];
let token: string;

const launchWeb = (port: string): Promise<PortalProcess> =>
  launchPortal({ env: { ...environment, PORT: port, PORTAL_WORKERS: '0' } });

const launchWorker = (): Promise<PortalProcess> =>
  launchPortal({ env: environment, command: program('worker') });

const at = (url: string, authorization: string | null): Client =>
  clientOf({ fetch: (path, init) => fetch(url + path, init) }, authorization);

beforeAll(async () => {
  await buildCheckout();
  const ports = [String(await freePort()), String(await freePort())] as const;
  proxy = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  receiver = await startHttpServer((response) => response.writeHead(204).end());
  mailServer = await startSmtpServer();
  environment = {
    DATABASE_URL: await createMigratedDatabase(),
    DATABASE_POOL_MAX: '9',
    PORTAL_DATA_DIR: folder,
    PAYLOAD_SECRET: 'the-secret-of-these-tests-is-long-enough',
    SERVER_URL: proxy.url,
    TRUST_PROXY: '1',
    RATE_LIMIT_PER_MINUTE: String(perMinute),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    SENDMAIL_PATH: '',
  };
  // All at once, as `databaseAway.test.ts` does without tables.
  webs = await Promise.all([launchWeb(ports[0]), launchWeb(ports[1])]);
  workers = await Promise.all([launchWorker(), launchWorker()]);
  await Promise.all(webs.map((web) => web.ready()));
  await Promise.all(workers.map((worker) => worker.says('The worker is running.')));
  const registered = await registerFirst(proxy.url, first);
  expect(registered).toMatchObject({ status: 200, token: expect.any(String) });
  token = String(registered.token);
}, 600_000);

afterAll(async () => {
  await Promise.all([...(webs ?? []), ...(workers ?? [])].map((instance) => instance.stop()));
  await Promise.all([proxy, receiver, mailServer].map((server) => server?.close()));
  rmSync(folder, { recursive: true, force: true });
});

const makeKey = async (): Promise<string> => {
  const { body } = await at(proxy.url, `JWT ${token}`).post('/portal/v1/api-keys', { name: 'a key' });
  return `Bearer ${body.key}`;
};

const makeOrganization = async (name: string): Promise<string> => {
  const { body } = await at(proxy.url, `JWT ${token}`).post('/organizations', { name });
  return String(body.doc.id);
};

const statusOf = async (answer: Promise<Answered>): Promise<number> => (await answer).status;

it('a session of one instance is one of the other, until it is ended at either', async () => {
  const [one, other] = webs;
  const { body } = await at(one.url, null).post('/users/login', first);
  const log = '/portal/v1/email-log';
  expect(await statusOf(at(other.url, `JWT ${body.token}`).get(log))).toBe(200);
  expect(await statusOf(at(other.url, `JWT ${body.token}`).post('/users/logout'))).toBe(200);
  expect(await statusOf(at(one.url, `JWT ${body.token}`).get(log))).toBe(401);
});

it('a key opens the other instance at once, and neither once it is revoked', async () => {
  const [one, other] = webs;
  const { body } = await at(one.url, `JWT ${token}`).post('/portal/v1/api-keys', { name: 'a key' });
  const key = `Bearer ${body.key}`;
  expect(await statusOf(at(other.url, key).get('/v1/tickets'))).toBe(200);
  expect(await statusOf(at(other.url, `JWT ${token}`).delete(`/portal/v1/api-keys/${body.id}`))).toBe(204);
  expect(await statusOf(at(one.url, key).get('/v1/tickets'))).toBe(401);
  expect(await statusOf(at(other.url, key).get('/v1/tickets'))).toBe(401);
});

it('the rate limit counts what a key does at both', async () => {
  const key = await makeKey();
  const clients = webs.map(({ url }) => at(url, key));
  // Neither instance alone sees as many as are allowed.
  for (let sent = 0; sent < perMinute + 20; sent += 20) {
    const batch = Array.from({ length: 10 }, () => clients.map((client) => client.get('/v1/webhooks')));
    await Promise.all(batch.flat());
  }
  const both = () => Promise.all(clients.map((client) => statusOf(client.get('/v1/webhooks'))));
  await expect.poll(both, { interval: 250 }).toEqual([429, 429]);
});

it('a mail provider that is connected at one carries the mails of the other within ten seconds', async () => {
  const [one, other] = webs;
  const test = async () => (await at(other.url, `JWT ${token}`).post('/portal/v1/test-mail', {})).body;
  expect(await test()).toMatchObject({ status: 'failed', transport: null });
  const saved = await at(one.url, `JWT ${token}`).post('/globals/portal-settings', {
    notifications: { smtp: { host: '127.0.0.1', port: mailServer.port } },
  });
  expect(saved.status).toBe(200);
  await expect.poll(test, { interval: 500 }).toMatchObject({ status: 'sent', transport: 'smtp' });
});

it('a large upload goes on at the other one, and its transfer is fetched at either', async () => {
  const key = await makeKey();
  const { body: draft } = await at(proxy.url, key).post('/v1/transfers', { title: 'Plans' });
  const content = randomBytes(3_000_000);
  const [one, other] = webs.map(({ url }) =>
    tusClient({ isRemote: true, fetch: (path, init) => fetch(url + path, init) }, { Authorization: key }),
  ) as [ReturnType<typeof tusClient>, ReturnType<typeof tusClient>];
  const metadata = { filename: 'plan.bin', target: `transfer:${draft.id}` };
  const begun = await one.begin({ size: content.length, metadata });
  const location = new URL(begun.headers.get('Location') ?? '', proxy.url).pathname;
  expect((await one.append(location, 0, content.subarray(0, 1_000_000))).status).toBe(204);
  expect((await other.look(location)).headers.get('Upload-Offset')).toBe('1000000');
  expect((await other.append(location, 1_000_000, content.subarray(1_000_000))).status).toBe(204);
  expect((await one.read(location)).body.status).toBe('complete');

  expect(await statusOf(at(webs[1].url, key).post(`/v1/transfers/${draft.id}/send`))).toBe(202);
  const { body: link } = await at(webs[0].url, key).post(`/v1/transfers/${draft.id}/links`, {});
  const downloads = `/portal/v1/links/${link.url.split('/').at(-1)}/downloads`;
  const [file] = (await at(webs[0].url, key).get(`/v1/transfers/${draft.id}`)).body.files;
  const { body: offered } = await at(webs[0].url, null).post(downloads, { file_id: file.id });
  const { pathname, search } = new URL(offered.download_url);
  for (const { url } of webs) {
    const bytes = await (await fetch(url + pathname + search)).arrayBuffer();
    expect(Buffer.from(bytes).equals(content)).toBe(true);
  }
});

it('a rolling restart fails no request, and each event is delivered once', async () => {
  // A key for each: a slow restart would meet the limit of one.
  const [portal, other] = [at(proxy.url, await makeKey()), at(proxy.url, await makeKey())];
  const organization_id = await makeOrganization('Acme');
  const hook = { url: receiver.url, events: ['ticket.created'], organization_id };
  expect(await statusOf(portal.post('/v1/webhooks', hook))).toBe(201);
  const statuses: number[] = [];
  const made: string[] = [];
  let isOver = false;

  const work = async (client: Client, worker: number): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      const idempotency = { 'Idempotency-Key': `${worker}-${round}` };
      const ticket = { subject: `Ticket ${worker} ${round}`, organization_id };
      const created = await client.post('/v1/tickets', ticket, idempotency);
      const found = await client.get(`/v1/tickets/${created.body?.id}`);
      statuses.push(created.status, found.status);
      made.push(created.body?.id);
      await sleep(400);
    }
  };

  const working = [portal, other].map(work);
  for (const index of [0, 1] as const) {
    expect(await webs[index].stop('SIGTERM')).toEqual({ code: 0, signal: null });
    webs[index] = await launchWeb(new URL(webs[index].url).port);
    await webs[index].ready();
  }
  // The other one works meanwhile.
  expect(await workers[0]?.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  workers[0] = await launchWorker();
  isOver = true;
  await Promise.all(working);

  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  expect(new Set(made).size).toBe(made.length);
  const { body } = await portal.get(`/v1/tickets?organization_id=${organization_id}&per_page=1`);
  expect(body.meta.total).toBe(made.length);
  const told = () => receiver.requests.map(({ body }) => JSON.parse(body).data.id as string).sort();
  await expect.poll(told, { timeout: 30_000, interval: 200 }).toEqual([...made].sort());
});

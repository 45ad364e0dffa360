import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { assertAlone, inSnapshot } from '../../src/server/move/snapshot.ts';
import { type Client as ApiClient, clientOf } from '../support/api/api.ts';
import { createDatabase, query } from '../support/portal/payload.ts';
import { launchPortal, type PortalProcess, program } from '../support/portal/portalProcess.ts';
import { buildCheckout } from '../support/portal/portalProcessBuild.ts';
import { startHttpServer, type TestHttpServer } from '../support/servers/httpServer.ts';
import { makeFolder, makePostgresServer } from '../support/servers/postgresServer.ts';

// Whole portals start here, and the machine may be busy.
vi.setConfig({ testTimeout: 600_000 });

const folder = makeFolder();
let receiver: TestHttpServer;
let environment: Record<string, string>;

beforeAll(async () => {
  await buildCheckout();
  receiver = await startHttpServer((response) => response.writeHead(204).end());
  environment = {
    PORTAL_DATA_DIR: join(folder, 'data'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    SENDMAIL_PATH: '',
  };
}, 600_000);

afterAll(async () => {
  await receiver?.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (more: Record<string, string>): Promise<PortalProcess> => {
  const portal = await launchPortal({ env: { ...environment, ...more } });
  onTestFinished(async () => {
    await portal.stop();
  });
  await portal.ready();
  return portal;
};

const runMove = async (more: Record<string, string>) => {
  const move = await launchPortal({ env: { ...environment, ...more }, command: program('move') });
  const { code } = await move.ended;
  return { code, stdout: move.stdout(), stderr: move.stderr() };
};

const at = ({ url }: PortalProcess, authorization: string | null): ApiClient =>
  clientOf({ fetch: (path, init) => fetch(url + path, init) }, authorization);

it('notices who uses the embedded database, before and after it has read all', async () => {
  const server = await makePostgresServer();
  onTestFinished(server.remove);
  const connect = async () => {
    const client = new Client(server.url);
    await client.connect();
    return client;
  };
  const worker = await connect();
  const read = vi.fn(async (source: ClientBase) => {
    const late = await connect();
    await assertAlone(source).finally(() => late.end());
  });
  await expect(inSnapshot(server.url, read)).rejects.toThrow('stop it, then move');
  expect(read).not.toHaveBeenCalled();
  await worker.end();
  await expect.poll(() => inSnapshot(server.url, async () => 'alone').catch(String)).toBe('alone');
  await expect(inSnapshot(server.url, read)).rejects.toThrow('stop it, then move');
  expect(read).toHaveBeenCalled();
});

it('npm run move brings everything from the embedded PostgreSQL to another one, or nothing', async () => {
  const old = await start({ PORTAL_WORKERS: '0' });
  const first = { email: 'ada@example.com', password: 'correct horse' };
  const { body: registered } = await at(old, null).post('/users/first-register', first);
  const session = at(old, `JWT ${registered.token}`);
  const { body: organization } = await session.post('/organizations', { name: 'Acme' });
  const { body: made } = await session.post('/portal/v1/api-keys', { name: 'a key' });
  const authorization = `Bearer ${made.key}`;
  const ticket = { subject: 'The VPN is slow', organization_id: String(organization.doc.id) };
  await at(old, authorization).post('/v1/webhooks', {
    url: receiver.url,
    events: ['ticket.created'],
    organization_id: ticket.organization_id,
  });
  const { body: asked } = await at(old, authorization).post('/v1/tickets', ticket, {
    'Idempotency-Key': 'once',
  });
  await session.post('/portal/v1/test-mail', { to: 'ann@example.com' });

  const DATABASE_URL = await createDatabase();
  expect(await runMove({ DATABASE_URL })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The data folder .* is in use by another portal.*\n$/),
  });
  await old.stop();
  expect(await runMove({})).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL is unset.*\n$/),
  });
  await query(DATABASE_URL, 'create table guests as select 1 as id');
  expect(await runMove({ DATABASE_URL })).toMatchObject({
    code: 1,
    stderr: 'DATABASE_URL names a database that is not empty: there are rows in public.guests.\n',
  });
  await query(DATABASE_URL, 'drop table guests');
  expect(await runMove({ DATABASE_URL })).toMatchObject({ code: 0, stderr: '' });
  expect(await runMove({ DATABASE_URL })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not empty'),
  });

  const moved = await start({ DATABASE_URL });
  const key = at(moved, authorization);
  expect((await key.get(`/v1/tickets/${asked.id}`)).body).toEqual(asked);
  const repeated = await key.post('/v1/tickets', ticket, { 'Idempotency-Key': 'once' });
  expect(repeated.headers.get('Idempotent-Replayed')).toBe('true');
  expect(repeated.body).toEqual(asked);
  const log = await key.get('/portal/v1/email-log?to=ann');
  expect(log.body.data).toMatchObject([{ to: 'ann@example.com', type: 'test' }]);
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(1);
  const { body: next } = await key.post('/v1/tickets', ticket);
  expect(Number(next.id)).toBeGreaterThan(Number(asked.id));
  expect((await at(moved, null).post('/users/login', first)).status).toBe(200);
});

import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMigratedDatabase } from '../support/portal/payload.ts';
import { launchPortal, type PortalProcess, program, statusOf } from '../support/portal/portalProcess.ts';
import { buildCheckout } from '../support/portal/portalProcessBuild.ts';
import { registerFirst } from '../support/portal/registerFirst.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

const buildMs = 600_000;
// Each test starts whole portals, and the machine may be busy.
vi.setConfig({ testTimeout: 600_000 });
const isRoot = process.getuid?.() === 0;
let folder: string;
let data: string;
let launched: PortalProcess[];

beforeAll(buildCheckout, buildMs);

beforeEach(() => {
  folder = makeFolder();
  data = join(folder, 'data');
  launched = [];
});

afterEach(async () => {
  for (const portal of launched) await portal.stop();
  rmSync(folder, { recursive: true, force: true });
});

const launch = async (options: Parameters<typeof launchPortal>[0] = {}): Promise<PortalProcess> => {
  const portal = await launchPortal({ ...options, env: { PORTAL_DATA_DIR: data, ...options.env } });
  launched.push(portal);
  return portal;
};

const livingServer = (): number | null => {
  const lock = join(data, 'postgres/data/postmaster.pid');
  return existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : null;
};

const byNpm: [string, string] = ['npm', 'start'];

/** The options of a start by a user with no rights but on the data folder; root alone can begin such a process. */
const ordinaryUser = (): Parameters<typeof launchPortal>[0] => {
  if (!isRoot) return {};
  const nobody = 65_534;
  mkdirSync(data);
  chownSync(data, nobody, nobody);
  return { uid: nobody, env: { HOME: folder } };
};

const register = (url: string) =>
  registerFirst(url, { email: 'first@example.com', password: 'correct horse' });

describe('npm start', () => {
  test.each([
    ['SERVER_URL', 'support.example.com'],
    ['HOST', 'no-such-host.invalid'],
  ])('refuses a wrong %s in one sentence, before it writes anything', async (name, value) => {
    const portal = await launch({ env: { [name]: value } });
    expect(await portal.ended).toEqual({ code: 1, signal: null });
    expect(portal.stderr()).toMatch(new RegExp(`^${name} [^\\n]+\\.\\n$`));
    expect(existsSync(data)).toBe(false);
  });

  test('refuses a port that is taken, before it writes anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => other.once('listening', listening));
    const { port } = other.address() as { port: number };
    const portal = await launch({ env: { PORT: String(port) } });
    expect(await portal.ended).toEqual({ code: 1, signal: null });
    expect(portal.stderr()).toBe(`PORT ${port} is taken by another program.\n`);
    expect(existsSync(data)).toBe(false);
    other.close();
  });

  test('run by an ordinary user says where it is, stops with 0 and no process left, and starts no more without the secret that it made', async () => {
    const user = ordinaryUser();
    const portal = await launch(user);
    await portal.ready();
    expect(portal.stdout()).toContain('/admin');
    expect(portal.stdout()).toContain(data);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(data, 'secret')).mode & 0o777).toBe(0o600);
    expect(await statusOf(`${portal.url}/`)).toBe(307);
    expect(await statusOf(`${portal.url}/admin/create-first-user`)).toBe(200);
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
    expect(livingServer()).toBeNull();
    expect(portal.stderr()).toBe('');

    rmSync(join(data, 'secret'));
    const without = await launch(user);
    expect(await without.ended).toEqual({ code: 1, signal: null });
    expect(without.stderr()).toMatch(/^PAYLOAD_SECRET .*PAYLOAD_SECRET_PREVIOUS\.\n$/);
    expect(existsSync(join(data, 'secret'))).toBe(false);
    expect(livingServer()).toBeNull();
  });

  test('lets no worker run if no portal does', async () => {
    const worker = await launch({ command: program('worker') });
    expect(await worker.ended).toEqual({ code: 1, signal: null });
    expect(worker.stderr()).toMatch(/^No portal runs on the data folder .*\.\n$/);
  });

  test('stops in the middle of its start, too, where npm is told to', async () => {
    const portal = await launch({ command: byNpm });
    await expect.poll(() => existsSync(data), { interval: 10 }).toBe(true);
    expect(await portal.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(livingServer()).toBeNull();
  });

  test('makes an administrator, and says its password once, if the portal is public; goes on after kill -9 with the database that lived on, and stops with its process group', async () => {
    const env = { SERVER_URL: 'https://support.example.com' };
    const killed = await launch({ env });
    await killed.ready();
    const password = /^Password: (\S{16,})$/m.exec(killed.stdout())?.[1] ?? '';
    expect((await register(killed.url)).status).toBe(403);
    const server = livingServer();
    await killed.stop('SIGKILL');
    const next = await launch({ env, command: byNpm });
    await next.ready();
    expect(livingServer()).toBe(server);
    expect(next.stdout()).not.toContain('Password');
    const login = await fetch(`${next.url}/api/users/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'admin@portal.localhost', password }),
    });
    expect(login.status).toBe(200);
    process.kill(-Number(next.child.pid), 'SIGINT');
    expect(await next.ended).toEqual({ code: 0, signal: null });
    expect(livingServer()).toBeNull();
  });

  test('started twice at the same moment on one database and one new folder serves twice, by one secret', async () => {
    const env = { DATABASE_URL: await createMigratedDatabase() };
    const portals = await Promise.all([launch({ env }), launch({ env })]);
    await Promise.all(portals.map((portal) => portal.ready()));
    const [one, other] = portals.map(({ url }) => url);
    const { status, token } = await register(String(one));
    expect(status).toBe(200);
    const me = await fetch(`${other}/api/users/me`, { headers: { Authorization: `JWT ${token}` } });
    expect(await me.json()).toMatchObject({ user: { email: 'first@example.com' } });
  });
});

describe('a portal that runs', () => {
  let portal: PortalProcess;
  let home: string;

  beforeAll(async () => {
    home = makeFolder();
    portal = await launchPortal({ env: { PORTAL_DATA_DIR: join(home, 'data') } });
    await portal.ready();
  }, buildMs);

  afterAll(async () => {
    await portal?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  test('gives every answer a request id, and keeps one that is sane', async () => {
    for (const path of ['/api/health', '/api/users/me', '/admin/login', '/no/such/page']) {
      const kept = await fetch(portal.url + path, { headers: { 'X-Request-Id': 'trace-1.2_3' } });
      expect(kept.headers.get('X-Request-Id')).toBe('trace-1.2_3');
      const made = await fetch(portal.url + path, { headers: { 'X-Request-Id': 'no spaces' } });
      expect(made.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('keeps the CMS whole: cookies, GraphQL, a large body, HEAD', async () => {
    const registered = await register(portal.url);
    expect(registered.status).toBe(200);
    expect(registered.headers.getSetCookie()[0]).toContain('payload-token=');
    expect((await register(portal.url)).status).toBe(403);
    const graphQL = await fetch(`${portal.url}/api/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(await graphQL.json()).toEqual({ data: { __typename: 'Query' } });
    expect(await statusOf(`${portal.url}/api/users/me`, { method: 'HEAD' })).toBe(200);
    const large = await fetch(`${portal.url}/api/no-such-endpoint`, {
      method: 'POST',
      body: new Uint8Array(1_000_000),
    });
    expect(large.status).toBe(404);
    // Next has served a page by now; Java's HTTP client asks like this by default.
    expect(await statusOf(`${portal.url}/admin/login`)).toBe(200);
    for (const path of ['/api/v1/tickets', '/admin/login']) {
      const upgrade = {
        Connection: 'Upgrade, HTTP2-Settings',
        Upgrade: 'h2c',
        'HTTP2-Settings': 'AAEAAEAAAAIAAAAB',
      };
      const asked = request(`${portal.url}${path}`, { headers: upgrade }).end();
      const [{ statusCode }] = await once(asked, 'response');
      asked.destroy();
      expect([path, statusCode]).toEqual([path, path.startsWith('/api') ? 401 : 200]);
    }
  });

  test('has one owner of its data: a second start says so and ends, and a worker joins', async () => {
    const env = { PORTAL_DATA_DIR: join(home, 'data') };
    const second = await launch({ env });
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toMatch(/^The data folder .* is in use .*\.\n$/);
    const worker = await launch({ command: program('worker'), env });
    await worker.says('The worker is running.');
    expect(await statusOf(worker.url)).toBeNull();
    expect(await worker.stop()).toEqual({ code: 0, signal: null });
    expect(await statusOf(`${portal.url}/api/health`)).toBe(200);
  });

  test('writes one line of a request with a session from another origin', async () => {
    const headers = { Origin: 'https://evil.example', Cookie: 'payload-token=stolen' };
    const refused = await fetch(`${portal.url}/api/portal/v1/test-mail`, { method: 'POST', headers });
    expect(refused.status).toBe(403);
    const lines = () =>
      (portal.stdout() + portal.stderr()).split('\n').filter((line) => line.includes('https://evil.example'));
    await expect.poll(lines).toHaveLength(1);
    await fetch(`${portal.url}/api/users/me`, { headers });
    await fetch(`${portal.url}/api/users/me`, { headers });
    await expect.poll(lines).toHaveLength(2);
  });

  // Last: the portal has stopped.
  test('finishes a request in flight before it stops', async () => {
    const { hostname, port } = new URL(portal.url);
    const socket = connect(Number(port), hostname);
    const answer = new Promise<string>((done) => {
      let received = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        received += chunk;
      });
      socket.once('close', () => done(received));
    });
    const body = JSON.stringify({ email: 'first@example.com', password: 'correct horse' });
    const head = [
      'POST /api/users/login HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    socket.write(body.slice(0, 10));
    const stopped = portal.stop();
    await expect.poll(() => statusOf(`${portal.url}/api/health`)).toBeNull();
    socket.write(body.slice(10));
    expect(await answer).toMatch(/HTTP\/1\.1 200 /);
    expect(await stopped).toEqual({ code: 0, signal: null });
  });
});

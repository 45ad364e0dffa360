import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { query } from '../support/portal/payload.ts';
import { launchPortal, type PortalProcess, program, statusOf } from '../support/portal/portalProcess.ts';
import { buildCheckout } from '../support/portal/portalProcessBuild.ts';
import { makeFolder, makePostgresServer, type PostgresServer } from '../support/servers/postgresServer.ts';

const buildMs = 600_000;
// Each test starts whole portals, and the machine may be busy.
vi.setConfig({ testTimeout: 600_000 });
const limit = { timeout: 30_000, interval: 50 };
const secret = 'the-secret-of-these-tests-is-long-enough';

let folder: string;
let postgres: PostgresServer;
let launched: PortalProcess[];

beforeAll(async () => {
  await buildCheckout();
  postgres = await makePostgresServer();
}, buildMs);

afterAll(() => postgres?.remove());

beforeEach(() => {
  folder = makeFolder();
  launched = [];
});

afterEach(async () => {
  postgres.thaw();
  for (const portal of launched) await portal.stop();
  rmSync(folder, { recursive: true, force: true });
});

const launch = async (
  env: Record<string, string> = {},
  command = program('start'),
): Promise<PortalProcess> => {
  const portal = await launchPortal({
    command,
    env: {
      PORTAL_DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres.url,
      PAYLOAD_SECRET: secret,
      ...env,
    },
  });
  launched.push(portal);
  return portal;
};

const assetOf = async (url: string): Promise<string> => {
  const page = await (await fetch(`${url}/admin/login`)).text();
  return url + /\/_next\/static\/[^"\\]+\.(?:js|css)/.exec(page)?.[0];
};

const paths = ['/api/health', '/api/users/me', '/api/users', '/admin', '/api/graphql'];

const expectAway = async ({ url }: PortalProcess): Promise<void> => {
  for (const path of paths) {
    const response = await fetch(url + path, { redirect: 'manual' });
    expect([path, response.status]).toEqual([path, 503]);
    const body = (await response.json()) as Record<string, unknown>;
    if (path === '/api/health') expect(body).toEqual({ status: 'unavailable' });
    else {
      expect(body).toEqual({
        error: 'unavailable',
        message: expect.any(String),
        request_id: expect.any(String),
      });
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
  }
};

const expectBack = async ({ url }: PortalProcess): Promise<void> => {
  // The monitor has a connection before the CMS's pool has replaced all of its own.
  for (const path of ['/api/health', '/api/users/me', '/admin/login'])
    await expect.poll(() => statusOf(url + path), limit).toBe(200);
};

// First: the others find the tables that are made here.
describe('several processes on one database', () => {
  test('migrate it once, and make one first administrator', async () => {
    const env = { PORTAL_ADMIN_EMAIL: 'first@example.com', PORTAL_ADMIN_PASSWORD: 'correct horse' };
    const worker = await launch(env, program('worker'));
    const portals = await Promise.all(
      [1, 2].map((index) => launch({ ...env, PORTAL_DATA_DIR: join(folder, `data-${index}`) })),
    );
    await Promise.all(portals.map((portal) => portal.ready()));
    await worker.says('The worker is running.');
    expect(await rows('select email, role from users')).toEqual([
      { email: 'first@example.com', role: 'administrator' },
    ]);
    expect(
      await rows('select count(*)::int - count(distinct name)::int as twice from payload_migrations'),
    ).toEqual([{ twice: 0 }]);
  });

  test('keep to the connections they are allowed', async () => {
    const portal = await launch({ DATABASE_POOL_MAX: '8' });
    await portal.ready();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        statusOf(`${portal.url}/api/users/me`, { headers: { Authorization: 'JWT x' } }),
      ),
    );
    const [{ open } = { open: 99 }] = await rows(
      `select count(*)::int as open from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    expect(open).toBeLessThanOrEqual(8);
  });
});

describe('while the database is away', () => {
  test('the start and requests are answered 503, assets are served, and all works when it is back', async () => {
    await postgres.stop();
    const portal = await launch();
    await portal.says('Waiting for the database');
    await expectAway(portal);
    await postgres.start();
    await expectBack(portal);

    const asset = await assetOf(portal.url);
    for (let outage = 0; outage < 2; outage += 1) {
      await postgres.stop();
      await expectAway(portal);
      expect(await statusOf(asset)).toBe(200);
      await postgres.start();
      await expectBack(portal);
    }
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
  });

  test('and answers nothing, no caller waits for it for long, and the portal stops in time', async () => {
    const portal = await launch();
    await portal.ready();
    postgres.freeze();
    const startedAt = Date.now();
    expect(await statusOf(`${portal.url}/api/users`)).toBe(503);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    await expectAway(portal);
    postgres.thaw();
    await expectBack(portal);

    postgres.freeze();
    const pending = statusOf(`${portal.url}/api/users`);
    const stoppedAt = Date.now();
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
    expect(Date.now() - stoppedAt).toBeLessThan(20_000);
    await pending;
  });
});

describe('the secret of a database', () => {
  test('stops a start with another one, unless the former is given, too', async () => {
    // The tests above have started portals with the first one.
    const another = `another-${secret}`;
    const refused = await launch({ PAYLOAD_SECRET: another });
    expect(await refused.ended).toEqual({ code: 1, signal: null });
    expect(refused.stderr()).toMatch(/^PAYLOAD_SECRET .*logins.*PAYLOAD_SECRET_PREVIOUS\.\n$/);
    const rotated = await launch({ PAYLOAD_SECRET: another, PAYLOAD_SECRET_PREVIOUS: secret });
    await rotated.ready();
    await rotated.stop();
    const settled = await launch({ PAYLOAD_SECRET: another });
    await settled.ready();
  });
});

describe('a database that npm run dev has changed', () => {
  test('is not migrated', async () => {
    await rows('create database changed');
    const { href } = Object.assign(new URL(postgres.url), { pathname: '/changed' });
    await query(href, 'create table payload_migrations (id serial primary key, name varchar, batch numeric)');
    await query(href, "insert into payload_migrations (name, batch) values ('dev', -1)");
    const portal = await launch({ DATABASE_URL: href });
    expect(await portal.ended).toEqual({ code: 1, signal: null });
    expect(portal.stderr()).toMatch(/^DATABASE_URL .*npm run dev.*\.\n$/);
  });
});

const rows = (sql: string) => query<Record<string, unknown>>(postgres.url, sql);

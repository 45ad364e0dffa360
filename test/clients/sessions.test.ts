import { setTimeout as sleep } from 'node:timers/promises';
import { getPayload } from 'payload';
import { portalOf, type SupportPortalOptions, smtpTransport } from 'payload-support-portal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { portalPool } from '../../src/core/database/pool.ts';
import { pruneSessions } from '../../src/features/client-sessions/sessions/sessions.ts';
import { holdLock } from '../faults/lockTable.ts';
import { keyClient } from '../support/api/api.ts';
import { parseExposition } from '../support/api/exposition.ts';
import { type ClientBrowser, openBrowser } from '../support/pages/clientBrowser.ts';
import { visitPages } from '../support/pages/clientPages.ts';
import { contextOf, operationsOf } from '../support/portal/context.ts';
import { query, serverUrl, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let count = 0;

const mail = (): SupportPortalOptions['mail'] => ({
  from: 'Support <noreply@portal.example>',
  transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })],
});

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal({ portal: { mail: mail() } });
  people = await createPeople(portal);
});

afterAll(async () => {
  await (await getPayload({ config: portal.config })).destroy();
  await portal.stop();
  await smtp.close();
});

beforeEach(() => run('delete from support_portal.sign_in_limits').catch(() => {}));

const run = (sql: string, values: unknown[] = []) => query(portal.databaseUrl, sql, values);

interface Client {
  readonly id: number;
  readonly email: string;
}

const newClient = async (organization = people.organization): Promise<Client> => {
  count += 1;
  const email = `person${count}@example.com`;
  const data = { email, password: 'a long password', role: 'client', organization };
  return { id: Number((await portal.payload.create({ collection: 'users', data })).id), email };
};

const signIn = async (
  email: string,
  given: object = {},
  browser = openBrowser(portal),
): Promise<ClientBrowser> => {
  const known = smtp.mails.length;
  expect((await browser.send('POST', '/sign-in', { email })).status).toBe(202);
  const codeIn = () => {
    const mine = smtp.mails.slice(known).find(({ content }) => content.includes(email));
    return /\b\d{4} \d{4}\b/.exec(mine?.content ?? '')?.[0];
  };
  await expect.poll(codeIn).toBeDefined();
  const verified = await browser.send('POST', '/sign-in/verify', { code: codeIn(), ...given });
  expect(verified.status).toBe(200);
  return browser;
};

const statusOf = async (browser: ClientBrowser) => (await browser.send('GET', '/session')).status;

const update = (collection: 'users' | 'organizations', id: number, data: object) =>
  portal.payload.update({ collection, id, data });

describe('the session of a client', () => {
  it('that was not seen for a while is noted once for its requests of the same moment', async () => {
    const { email, id } = await newClient();
    const browser = await signIn(email);
    await run(`update support_portal.client_sessions set last_seen_at = now() - interval '2 minutes'`);
    const lock = await holdLock(
      portal.databaseUrl,
      `select 1 from support_portal.client_sessions where user_id = '${id}' for update`,
    );
    const asked = Array.from({ length: 10 }, () => statusOf(browser));
    // Longer than a request waits for a connection of the portal's own pool.
    await sleep(2_200);
    await lock.unlock();
    expect(await Promise.all(asked)).toEqual(Array(10).fill(200));
  });

  it('is 503 while the portal’s own pool is full', async () => {
    const { email } = await newClient();
    const browser = await signIn(email);
    await run(`update support_portal.client_sessions set last_seen_at = now() - interval '2 minutes'`);
    const held = await Promise.all([1, 2].map(() => portalPool(portal.payload).connect()));
    expect(await statusOf(browser)).toBe(503);
    for (const connection of held) connection.release();
    expect(await statusOf(browser)).toBe(200);
  });

  it('lasts twelve hours, or with “stay signed in” 7 days idle and 30 in all', async () => {
    const { email } = await newClient();
    const short = await signIn(email);
    await run('delete from support_portal.sign_in_limits');
    const browser = openBrowser(portal);
    const long = await signIn(email, { stay_signed_in: true }, browser);
    const hoursLeft = async (one: ClientBrowser) =>
      (Date.parse((await one.send('GET', '/session')).body.expires_at) - Date.now()) / 3_600_000;
    expect(await hoursLeft(short)).toBeCloseTo(12, 1);
    expect(await hoursLeft(long)).toBeCloseTo(7 * 24, 1);
    await run(
      `update support_portal.client_sessions set last_seen_at = last_seen_at - interval '13 hours',
      ends_at = ends_at - interval '13 hours' where user_id = (select id::text from users where email = $1)`,
      [email],
    );
    expect(await statusOf(short)).toBe(401);
    expect(await statusOf(long)).toBe(200);
    await run(
      `update support_portal.client_sessions set last_seen_at = now() - interval '6 days', ends_at = now() + interval '1 day'`,
    );
    expect(await hoursLeft(long)).toBeCloseTo(24, 1);
    await run(`update support_portal.client_sessions set last_seen_at = now() - interval '169 hours'`);
    expect(await statusOf(long)).toBe(401);
  });

  it('knows when the visit before ended, also within one session', async () => {
    const { id, email } = await newClient();
    const browser = await signIn(email, { stay_signed_in: true });
    const lastVisit = async () => (await browser.send('GET', '/session')).body.last_visit_at;
    const wait = async (minutes: number) => {
      for (const [table, column] of [
        ['client_sessions', 'last_seen_at'],
        ['client_visits', 'last_at'],
      ])
        await run(
          `update support_portal.${table} set ${column} = now() - $2 * interval '1 minute' where user_id = $1`,
          [String(id), minutes],
        );
    };
    expect(await lastVisit()).toBeNull();
    await wait(20);
    expect(await lastVisit()).toBeNull();
    await wait(120);
    const before = await lastVisit();
    expect(Date.now() - Date.parse(before)).toBeGreaterThan(119 * 60_000);
    await wait(5);
    expect(await lastVisit()).toBe(before);
  });

  it('leaves nothing of a user who is gone', async () => {
    const { id, email } = await newClient();
    await signIn(email);
    await portal.payload.delete({ collection: 'users', id });
    await pruneSessions(portal.payload, contextOf());
    for (const table of ['client_sessions', 'client_visits'])
      expect(await run(`select 1 from support_portal.${table} where user_id = $1`, [String(id)])).toEqual([]);
  });

  it('says in the 401 how to go on, and names no key', async () => {
    const { status, body } = await openBrowser(portal).send('GET', '/session');
    expect(status).toBe(401);
    expect(body).toEqual({ error: 'unauthorized', message: 'You are signed out. Sign in again.' });
  });

  it('is listed, and ended one by one, by signing out, or everywhere', async () => {
    const { email } = await newClient();
    const [here, there, third] = [
      await signIn(email),
      await signIn(email, {}, openBrowser(portal, '10.1.1.1')),
      await signIn(email, {}, openBrowser(portal, '10.1.2.1')),
    ];
    const { body } = await here.send('GET', '/sessions');
    expect(body.meta).toEqual({ page: 1, per_page: 25, total: 3 });
    expect(body.data.map(({ current }: { current: boolean }) => current)).toEqual([false, false, true]);
    expect(body.data[0]).toMatchObject({ browser: 'Firefox on Windows' });
    const first = (await here.send('GET', '/sessions?per_page=2&cursor=')).body;
    const second = (await here.send('GET', `/sessions?cursor=${first.meta.next_cursor}`)).body;
    expect([...first.data, ...second.data]).toEqual(body.data);
    const foreign = Buffer.from(`created_at ${body.data[0].created_at} 1`).toString('base64url');
    expect((await here.send('GET', `/sessions?cursor=${foreign}`)).status).toBe(422);
    const other = await signIn((await newClient()).email);
    expect((await other.send('DELETE', `/sessions/${body.data[0].id}`)).status).toBe(404);
    expect((await here.send('DELETE', `/sessions/${body.data[0].id}`)).status).toBe(204);
    expect([await statusOf(third), await statusOf(there), await statusOf(here)]).toEqual([401, 200, 200]);
    const kept = here.copy();
    expect((await here.send('DELETE', '/session')).status).toBe(204);
    expect(here.cookies.has('sp-client')).toBe(false);
    expect([await statusOf(kept), await statusOf(there)]).toEqual([401, 200]);
    await run('delete from support_portal.sign_in_limits');
    const again = await signIn(email);
    expect((await there.send('DELETE', '/sessions')).status).toBe(204);
    expect([await statusOf(again), await statusOf(there), await statusOf(other)]).toEqual([401, 401, 200]);
  });

  it.each<[string, (client: Client) => Promise<unknown>]>([
    [
      'another role',
      ({ id }) => update('users', id, { role: 'representative', organizations: [people.organization] }),
    ],
    ['deletion', ({ id }) => portal.payload.delete({ collection: 'users', id })],
    ['another address', ({ id }) => update('users', id, { email: `moved${id}@example.com` })],
    [
      'an address that is changed back',
      async ({ id, email }) => {
        await update('users', id, { email: `back${id}@example.com` });
        await update('users', id, { email });
      },
    ],
    ['another password', ({ id }) => update('users', id, { password: 'another long password' })],
  ])('ends at the next request by %s', async (_what, change) => {
    const client = await newClient();
    const browser = await signIn(client.email);
    await change(client);
    expect(await statusOf(browser)).toBe(401);
  });

  it('reaches another organization at the next request', async () => {
    const client = await newClient();
    const browser = await signIn(client.email);
    const { body } = await browser.send('POST', '/tickets', { subject: 'VPN' });
    await update('users', client.id, { organization: people.otherOrganization });
    expect((await browser.send('GET', `/tickets/${body.id}`)).status).toBe(404);
    expect((await browser.send('GET', '/session')).body.organization.name).toBe('Globex');
  });

  it('changes the account: the name, and nothing that is not there', async () => {
    const browser = await signIn((await newClient()).email);
    expect((await browser.send('PATCH', '/account', { name: 'Ann' })).body).toMatchObject({ name: 'Ann' });
    expect((await browser.send('GET', '/session')).body.user.name).toBe('Ann');
    for (const body of [
      { role: 'administrator' },
      { email: 'x@example.com' },
      { name: 7 },
      { notices: 'some' },
    ])
      expect((await browser.send('PATCH', '/account', body)).status).toBe(422);
  });
});

it('are counted for Prometheus: the sign-ins by outcome, and the sessions', async () => {
  const { administrator } = people;
  const staff = await keyClient(portal, administrator, { owner: administrator });
  const figures = async () => {
    const headers = { Authorization: staff.authorization ?? '' };
    const response = await portal.fetch('/api/portal/v1/metrics', { headers });
    const { value } = parseExposition(await response.text());
    const signIns = (outcome: string) => value('support_portal_client_sign_ins_total', { outcome }) ?? 0;
    return [signIns('signed_in'), signIns('link_expired'), value('support_portal_client_sessions') ?? 0];
  };
  const before = await figures();
  const browser = await signIn((await newClient()).email);
  await browser.send('POST', '/sign-in/verify', { code: '1234 5678' });
  await browser.send('POST', '/sign-in/verify', { code: 'a slip' });
  const grown = async () => (await figures()).map((value, at) => value - (before[at] ?? 0));
  expect(await grown()).toEqual([1, 1, 1]);
  await browser.send('DELETE', '/session');
  expect(await grown()).toEqual([1, 1, 0]);
});

describe('the client API', () => {
  it('serves what a client may do with tickets, replies, folders and files', async () => {
    const browser = await signIn((await newClient()).email);
    const created = await browser.send('POST', '/tickets', { subject: 'VPN is slow' });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.headers.get('Location')).toBe(`/api/portal/v1/client/tickets/${id}`);
    const reply = await browser.send('POST', `/tickets/${id}/replies`, { body: 'Since Monday.' });
    expect(reply.status).toBe(201);
    expect((await browser.send('GET', `/tickets/${id}/replies`)).body.data).toHaveLength(1);
    expect((await browser.send('PATCH', `/tickets/${id}`, { status: 'closed' })).body.status).toBe('closed');
    expect((await browser.send('GET', '/tickets?status=closed')).body.meta.total).toBe(1);
    const folder = await browser.send('POST', '/folders', { name: `Folder ${count}` });
    expect(folder.status).toBe(201);
    expect((await browser.send('GET', '/files')).status).toBe(200);
    expect((await browser.send('POST', `/tickets/${id}/replies`, { body: 'x', internal: true })).status).toBe(
      403,
    );
    expect((await browser.send('POST', `/tickets/${id}/merge`, { into: id })).status).toBe(404);
  });

  it('answers the same request with the same `Idempotency-Key` once, to each client for themselves', async () => {
    const [one, other] = [
      await signIn((await newClient()).email),
      await signIn((await newClient()).email, {}, openBrowser(portal, '10.5.5.5')),
    ];
    const send = (browser: ClientBrowser) =>
      browser.send('POST', '/tickets', { subject: 'Once' }, { 'Idempotency-Key': 'the same' });
    const [first, again, others] = [await send(one), await send(one), await send(other)];
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(others.body.id).not.toBe(first.body.id);
  });

  it('takes no other credential', async () => {
    const attempts: Record<string, string>[] = [
      { Authorization: `JWT ${people.client.token}` },
      { Authorization: `Bearer ${people.client.token}` },
      { Cookie: `payload-token=${people.client.token}` },
      { Authorization: `JWT ${people.administrator.token}` },
      { Cookie: `payload-token=${people.administrator.token}` },
      { Cookie: 'sp-client=x' },
    ];
    for (const headers of attempts) {
      expect((await openBrowser(portal).send('GET', '/session', undefined, headers)).status).toBe(401);
      expect((await openBrowser(portal).send('GET', '/tickets', undefined, headers)).status).toBe(401);
    }
  });

  it('changes nothing for another origin, or none', async () => {
    const browser = await signIn((await newClient()).email);
    for (const Origin of ['https://evil.example', 'null', ''])
      expect((await browser.send('POST', '/tickets', { subject: 'Forged' }, { Origin })).status).toBe(403);
    const { status } = await portal.fetch('/api/portal/v1/client/session', {
      headers: { Cookie: `sp-client=${browser.cookies.get('sp-client')}` },
    });
    expect(status).toBe(200);
  });

  it('opens nothing elsewhere', async () => {
    const browser = await signIn((await newClient()).email);
    const token = browser.cookies.get('sp-client') ?? '';
    const credentials: Record<string, string>[] = [
      { Cookie: `sp-client=${token}` },
      { Cookie: `payload-token=${token}` },
      { Authorization: `Bearer ${token}` },
      { Authorization: `JWT ${token}` },
    ];
    const others = operationsOf().filter(
      ({ kind, path }) => kind === undefined && !path.startsWith('/portal/v1/client/'),
    );
    for (const headers of credentials) {
      for (const { method, path } of others) {
        const address = `/api${path.replaceAll(/\{\w+\}/g, '1')}`;
        const { status } = await portal.fetch(address, {
          method,
          headers: { ...headers, Origin: serverUrl },
        });
        expect(status, `${method} ${path}`).toBe(401);
      }
      expect(await (await portal.fetch('/api/users/me', { headers })).json()).toMatchObject({ user: null });
      expect((await portal.fetch('/api/tickets', { headers })).status).toBe(403);
    }
  });
});

describe('the option `clients`', () => {
  const withOptions = async (
    clients: SupportPortalOptions['clients'],
    work: (other: TestPortal) => Promise<void>,
  ): Promise<void> => {
    const other = await startPortal({
      databaseUrl: portal.databaseUrl,
      portal: { mail: mail(), ...(clients && { clients }) },
    });
    try {
      await work(other);
    } finally {
      await other.stop();
    }
  };

  it('`signIn: false` closes the sign-in', () =>
    withOptions({ signIn: false }, async (other) => {
      const browser = openBrowser(other);
      expect((await browser.send('POST', '/sign-in', { email: people.client.email })).status).toBe(404);
      expect((await browser.send('POST', '/sign-in/verify', { code: '1' })).status).toBe(404);
    }));

  it('`authenticate` lets the client of the app’s own session in', () =>
    withOptions(
      {
        authenticate: async ({ headers, payload }) => {
          const id = headers.get('X-App-User');
          return id === null ? null : ((await payload.findByID({ collection: 'users', id })) as never);
        },
      },
      async (other) => {
        const as = (id: number) => ({ 'X-App-User': String(id) });
        const browser = openBrowser(other);
        expect((await browser.send('GET', '/session', undefined, as(people.client.id))).body).toMatchObject({
          user: { email: people.client.email },
          signed_in_at: null,
          expires_at: null,
        });
        const sent = await browser.send('POST', '/tickets', { subject: 'By the app' }, as(people.client.id));
        expect(sent.status).toBe(201);
        const forged = { ...as(people.client.id), Origin: 'https://evil.example' };
        expect((await browser.send('POST', '/tickets', { subject: 'Forged' }, forged)).status).toBe(403);
        for (const one of [people.administrator, people.representative])
          expect((await browser.send('GET', '/session', undefined, as(one.id))).status).toBe(401);
      },
    ));

  it('`authenticate` is asked once for a page, again for a change, and for each request of an app’s own page', async () => {
    let asked = 0;
    let isSignedIn = true;
    const authenticate = async ({ payload }: Pick<TestPortal, 'payload'>) => {
      asked += 1;
      const { id } = people.client;
      return isSignedIn ? ((await payload.findByID({ collection: 'users', id })) as never) : null;
    };
    const askedFor = async (work: () => Promise<unknown>): Promise<number> => {
      asked = 0;
      await work();
      return asked;
    };
    await withOptions({ authenticate }, async (other) => {
      const visitor = visitPages(other);
      expect(await askedFor(() => visitor.open('/support'))).toBe(1);
      expect(await askedFor(() => visitor.send('/support/tickets', { subject: 'By the app' }))).toBe(2);
      const own = await portalOf(other.payload)?.client({ headers: new Headers() });
      const read = async () => (await own?.request({ method: 'GET', path: '/tickets' }))?.status;
      expect(await read()).toBe(200);
      isSignedIn = false;
      expect(await read()).toBe(401);
      expect((await visitor.open('/support')).status).toBe(401);
    });
  });

  it.each<[string, NonNullable<SupportPortalOptions['clients']>['authenticate']]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['hangs', () => sleep(60_000, null, { ref: false })],
  ])('`authenticate` that %s leaves the request signed out', (_what, authenticate) =>
    withOptions({ ...(authenticate && { authenticate }) }, async (other) => {
      expect(await statusOf(openBrowser(other))).toBe(401);
    }),
  );

  it.each([
    [{ signInMinutes: 4 }, 'clients.signInMinutes'],
    [{ signInMinutes: 31 }, 'clients.signInMinutes'],
    [{ pages: { path: 'support' } }, 'clients.pages.path'],
    [{ session: { idleDays: 0 } }, 'clients.session.idleDays'],
    [{ authenticate: true }, 'clients.authenticate'],
  ])('%j is refused at the start', async (clients, name) => {
    await expect(startPortal({ portal: { clients: clients as never } })).rejects.toThrow(name);
  });
});

it('a session whose time is over is not counted for Prometheus', async () => {
  const { administrator } = people;
  const staff = await keyClient(portal, administrator, { owner: administrator });
  const counted = async (): Promise<number> => {
    const headers = { Authorization: staff.authorization ?? '' };
    const response = await portal.fetch('/api/portal/v1/metrics', { headers });
    return parseExposition(await response.text()).value('support_portal_client_sessions') ?? 0;
  };
  const { id, email } = await newClient();
  await signIn(email);
  const before = await counted();
  await run('update support_portal.client_sessions set ends_at = now() where user_id = $1', [String(id)]);
  expect(await counted()).toBe(before - 1);
});

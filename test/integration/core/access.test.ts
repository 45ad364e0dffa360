import { type CollectionSlug, type EmailAdapter, type Payload, type Plugin, ValidationError } from 'payload';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isWaitingForLock,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';

const staff = ['administrator', 'editor', 'developer', 'technician'] as const;
const outsiders = ['representative', 'client'] as const;
const everybody = [...staff, ...outsiders] as const;

let portal: TestPortal;
let people: People;
let otherClient: number;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  const { otherOrganization: organization } = people;
  const data = { email: 'stranger@example.com', password: 'a password', role: 'client', organization };
  otherClient = Number((await portal.payload.create({ collection: 'users', data, overrideAccess: true })).id);
  await query(
    portal.databaseUrl,
    `insert into email_log ("to", status, created_at) values ('ann@example.com', 'sent', now())`,
  );
});

afterAll(() => portal.stop());

const request = async (role: PersonRole | null, method: string, path: string, body?: object) => {
  const response = await portal.fetch(`/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(role && { Authorization: `JWT ${people[role].token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

/** What a user sees of a collection over the CMS's REST and over the Local API, by ids. */
const idsSeen = async (role: PersonRole, collection: string): Promise<[rest: unknown, local: unknown]> => {
  const rest = await request(role, 'GET', `/${collection}?limit=100`);
  const user = {
    ...(await portal.payload.findByID({ collection: 'users', id: people[role].id })),
    collection: 'users' as const,
  };
  const local = await portal.payload
    .find({ collection: collection as CollectionSlug, limit: 100, overrideAccess: false, user })
    .then(
      ({ docs }) => docs.map(({ id }) => id).sort(),
      () => 'refused',
    );
  const restIds = rest.status === 200 ? rest.body.docs.map(({ id }: { id: number }) => id).sort() : 'refused';
  return [restIds, local];
};

describe('the role gates', () => {
  it.each(staff)('let %s read all people, organizations and the email log', async (role) => {
    for (const collection of ['users', 'organizations', 'email-log']) {
      const [rest, local] = await idsSeen(role, collection);
      const all = await portal.payload.find({
        collection: collection as CollectionSlug,
        limit: 100,
        overrideAccess: true,
      });
      const ids = all.docs.map(({ id }) => id).sort();
      expect([rest, local], collection).toEqual([ids, ids]);
    }
  });

  it('let no one duplicate an organization, whose mail domains belong to one', async () => {
    const path = `/organizations/${people.organization}/duplicate`;
    const counted = () => query(portal.databaseUrl, 'select 1 from organizations');
    const before = (await counted()).length;
    expect((await request('administrator', 'POST', path, {})).status).toBe(404);
    expect(await counted()).toHaveLength(before);
  });

  it('show a representative their own people and organizations', async () => {
    const own = [people.representative.id, people.client.id].sort();
    expect(await idsSeen('representative', 'users')).toEqual([own, own]);
    expect(await idsSeen('representative', 'organizations')).toEqual([
      [people.organization],
      [people.organization],
    ]);
  });

  it('show a client themselves and their organization', async () => {
    expect(await idsSeen('client', 'users')).toEqual([[people.client.id], [people.client.id]]);
    expect(await idsSeen('client', 'organizations')).toEqual([[people.organization], [people.organization]]);
  });

  it.each(outsiders)('never show %s the email log or Settings', async (role) => {
    expect(await idsSeen(role, 'email-log')).toEqual(['refused', 'refused']);
    expect((await request(role, 'GET', '/globals/portal-settings')).status).toBe(403);
  });

  it.each([null, ...everybody])(
    'let no one (%s) write, change or delete rows of the email log',
    async (role) => {
      const row = { to: 'x@example.com', status: 'sent', createdAt: new Date().toISOString() };
      const attempts = [
        await request(role, 'POST', '/email-log', row),
        await request(role, 'PATCH', '/email-log/1', { to: 'x@example.com' }),
        await request(role, 'DELETE', '/email-log/1'),
        await request(role, 'DELETE', '/email-log?where[id][exists]=true'),
      ];
      expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect(await query(portal.databaseUrl, 'select 1 from email_log')).toHaveLength(1);
    },
  );

  it.each([
    'users',
    'organizations',
    'email-log',
    'payload-locked-documents',
    'payload-preferences',
    'payload-kv',
  ])('show nothing of %s without credentials', async (collection) => {
    expect((await request(null, 'GET', `/${collection}`)).status).not.toBe(200);
  });

  it('leave no locks of the admin UI that a user could read or take away', async () => {
    expect((await request('administrator', 'GET', '/payload-locked-documents')).status).toBe(404);
  });

  it.each(everybody)('do not let %s raise their own role or change their own organization', async (role) => {
    const { id } = people[role];
    await request(role, 'PATCH', `/users/${id}`, {
      role: role === 'administrator' ? 'editor' : 'administrator',
      organization: people.otherOrganization,
      organizations: [people.otherOrganization],
    });
    const user = await portal.payload.findByID({ collection: 'users', id, depth: 0, overrideAccess: true });
    const organization = role === 'client' ? people.organization : null;
    const organizations = role === 'representative' ? [people.organization] : [];
    expect(user).toMatchObject({ role, organizations });
    expect(user.organization ?? null).toBe(organization);
  });

  it('let every user change their own name', async () => {
    for (const role of everybody) {
      const { status } = await request(role, 'PATCH', `/users/${people[role].id}`, { name: `I am ${role}` });
      expect(status, role).toBe(200);
    }
  });

  it('let a representative of two organizations open a ticket for one of them, and for no other', async () => {
    const { payload } = portal;
    const third = await payload.create({
      collection: 'organizations',
      data: { name: 'Initech' },
      overrideAccess: true,
    });
    const email = 'two@example.com';
    const organizations = [people.organization, Number(third.id)];
    const data = { email, password: 'a password', role: 'representative', organizations };
    const user = await payload.create({ collection: 'users', data, overrideAccess: true });
    const open = (organization?: number) =>
      payload.create({
        collection: 'tickets',
        data: { subject: 'VPN is slow', organization },
        depth: 0,
        overrideAccess: false,
        user: { ...user, collection: 'users' },
      } as never) as Promise<unknown>;
    for (const organization of organizations)
      expect(await open(organization)).toMatchObject({ organization });
    for (const organization of [people.otherOrganization, undefined])
      await expect(open(organization)).rejects.toMatchObject({ data: expect.anything() });
    expect(
      await query(portal.databaseUrl, 'select 1 from tickets where organization_id = $1', [
        people.otherOrganization,
      ]),
    ).toEqual([]);
  });

  it.each(['editor', 'developer', 'technician'] as const)(
    'let %s create clients, and no staff',
    async (role) => {
      const { organization } = people;
      const person = (name: string) => ({ email: `${name}.by.${role}@example.com`, password: 'a password' });
      const client = await request(role, 'POST', '/users', {
        ...person('client'),
        role: 'client',
        organization,
      });
      const colleague = await request(role, 'POST', '/users', { ...person('staff'), role: 'administrator' });
      expect([client.status, colleague.status]).toEqual([201, 403]);
      const raised = await request(role, 'PATCH', `/users/${client.body.doc.id}`, {
        role: 'administrator',
        name: 'Changed',
      });
      expect(raised.body.doc).toMatchObject({ role: 'client', name: 'Changed' });
      const taken = await request(role, 'PATCH', `/users/${people.administrator.id}`, {
        password: 'taken over',
      });
      expect(taken.status).not.toBe(200);
    },
  );

  it.each(outsiders)('do not let %s create, change or delete other people', async (role) => {
    const { organization } = people;
    const person = {
      email: `new.by.${role}@example.com`,
      password: 'a password',
      role: 'client',
      organization,
    };
    expect((await request(role, 'POST', '/users', person)).status).toBe(403);
    expect((await request(role, 'PATCH', `/users/${otherClient}`, { name: 'x' })).status).toBe(403);
    expect((await request(role, 'DELETE', `/users/${otherClient}`)).status).toBe(403);
    expect((await request(role, 'POST', '/organizations', { name: 'Mine' })).status).toBe(403);
  });

  it('answer for another user’s record as for one that does not exist', async () => {
    for (const role of outsiders) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const foreign = await request(role, method, `/users/${otherClient}`);
        const missing = await request(role, method, '/users/999999');
        expect(foreign, `${role} ${method}`).toEqual(missing);
      }
    }
  });

  it('let administrators delete others, but not themselves', async () => {
    const data = { email: 'leaving@example.com', password: 'a password', role: 'editor' };
    const { id } = await portal.payload.create({ collection: 'users', data, overrideAccess: true });
    expect((await request('administrator', 'DELETE', `/users/${id}`)).status).toBe(200);
    expect((await request('administrator', 'DELETE', `/users/${people.administrator.id}`)).status).not.toBe(
      200,
    );
    expect((await request('editor', 'DELETE', `/users/${otherClient}`)).status).toBe(403);
  });

  it('let every role but client into the admin UI', async () => {
    for (const role of everybody) {
      const { body } = await request(role, 'GET', '/access');
      expect(body.canAccessAdmin ?? false, role).toBe(role !== 'client');
    }
  });

  it('require an organization of a client and at least one of a representative', async () => {
    const person = { email: 'nowhere@example.com', password: 'a password' };
    const client = await request('administrator', 'POST', '/users', { ...person, role: 'client' });
    const representative = await request('administrator', 'POST', '/users', {
      ...person,
      role: 'representative',
    });
    expect([client.status, representative.status]).toEqual([400, 400]);
  });

  it('lock an account after five wrong passwords', async () => {
    const data = { email: 'locked@example.com', password: 'the right one', role: 'editor' };
    await portal.payload.create({ collection: 'users', data, overrideAccess: true });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await request(null, 'POST', '/users/login', { email: data.email, password: 'a wrong one' });
    }
    expect((await request(null, 'POST', '/users/login', data)).status).toBe(401);
  });
});

describe('the first registration', () => {
  it('creates one administrator from ten concurrent requests, whatever their bodies say', async () => {
    const empty = await startPortal();
    const register = (number: number) =>
      empty.fetch('/api/users/first-register', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          email: `first${number}@example.com`,
          password: 'a password',
          role: 'client',
          organization: 1,
          createdAt: '1999-01-01T00:00:00.000Z',
        }),
      });
    const responses = await Promise.all(Array.from({ length: 10 }, (_, number) => register(number)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)]);
    const { docs } = await empty.payload.find({ collection: 'users', overrideAccess: true });
    expect(docs).toMatchObject([{ role: 'administrator' }]);
    expect((await register(11)).status).toBe(403);
    await empty.stop();
  });
});

describe('a forgotten password', () => {
  const adapterThat =
    (sendEmail: () => Promise<unknown>): EmailAdapter =>
    () => ({ name: 'app-mail', defaultFromName: 'App', defaultFromAddress: 'app@example.com', sendEmail });
  const refusing = adapterThat(() => Promise.reject(new Error('Daily limit')));
  const taking = adapterThat(() => Promise.resolve({}));

  const start = async (options: Parameters<typeof startPortal>[0]) => {
    const app = stopAfterTest(await startPortal(options));
    const post = async (path: string, body: object) => {
      const response = await app.fetch(`/api/users${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [response.status, await response.json()];
    };
    return { ...app, post, reset: (email: string) => post('/forgot-password', { email }) };
  };

  it.each([
    ['no transport is connected', {}, null],
    ['the app’s own adapter refuses it', { app: { email: refusing } }, 'app-mail'],
  ])('is answered alike if %s and if no one has that address', async (_, options, transport) => {
    const { payload, databaseUrl, reset } = await start(options);
    const data = { email: 'ann@example.com', password: 'correct horse', role: 'editor' };
    await payload.create({ collection: 'users', data, overrideAccess: true });
    expect(await reset(data.email)).toEqual(await reset('nobody@example.com'));
    expect(await query(databaseUrl, 'select "to", status, transport from email_log')).toEqual([
      { to: data.email, status: 'failed', transport },
    ]);
  });

  it.each(['client', 'representative'])(
    'can be reset by a %s whose organization was deleted',
    async (role) => {
      const { payload, databaseUrl, post, reset } = await start({ app: { email: taking } });
      const users = { collection: 'users', overrideAccess: true } as const;
      const organizations = { collection: 'organizations', overrideAccess: true } as const;
      const { id } = await payload.create({ ...organizations, data: { name: 'Gone' } });
      const belonging = role === 'client' ? { organization: id } : { organizations: [id] };
      const data = { email: 'ann@example.com', password: 'correct horse', role, ...belonging };
      await payload.create({ ...users, data });
      await payload.delete({ ...organizations, id });
      expect(await reset(data.email)).toEqual(await reset('nobody@example.com'));
      const [user] = await query<{ token: string }>(
        databaseUrl,
        'select reset_password_token as token from users',
      );
      expect(await post('/reset-password', { token: user?.token, password: 'battery staple' })).toEqual([
        200,
        expect.objectContaining({ message: expect.any(String) }),
      ]);
      expect((await post('/login', { email: data.email, password: 'battery staple' }))[0]).toBe(200);
    },
  );

  it('can be reset once by a link, also if it is used several times at the same moment', async () => {
    const { payload, databaseUrl, post } = await start({ app: { email: taking } });
    const data = { email: 'ann@example.com', password: 'correct horse', role: 'editor' };
    await payload.create({ collection: 'users', data, overrideAccess: true });
    await post('/forgot-password', { email: data.email });
    const [user] = await query<{ token: string }>(
      databaseUrl,
      'select reset_password_token as token from users',
    );
    const passwords = ['one', 'two', 'three', 'four'].map((name) => `battery staple ${name}`);
    const resets = await Promise.all(
      passwords.map((password) => post('/reset-password', { token: user?.token, password })),
    );
    expect(resets.map(([status]) => status).toSorted()).toEqual([200, 403, 403, 403]);
    const winner = passwords[resets.findIndex(([status]) => status === 200)];
    expect((await post('/login', { email: data.email, password: winner }))[0]).toBe(200);
  });

  it('is answered alike if the CMS refuses to save the account', async () => {
    const fields = [{ name: 'badge', type: 'text', required: true }] as const;
    const { payload, databaseUrl, reset } = await start({
      portal: { collections: { users: { fields: [...fields] } } },
      push: true,
    });
    const data = { email: 'ann@example.com', password: 'correct horse', role: 'editor', badge: '7' };
    await payload.create({ collection: 'users', data, overrideAccess: true });
    await query(databaseUrl, `update users set badge = ''`);
    expect(await reset(data.email)).toEqual(await reset('nobody@example.com'));
  });

  it('is answered alike if a build has shortened the name of the refusal', async () => {
    // A production build minifies the name of the CMS's class, which is also the name of its errors.
    class e extends ValidationError {}
    const refusal = new e({ errors: [{ path: 'badge', message: 'This account has no badge.' }] });
    let refuses = false;
    const refuse = () => {
      if (refuses) throw refusal;
    };
    const { payload, reset } = await start({
      portal: {
        collections: {
          users: {
            overrides: (users) => ({ ...users, hooks: { ...users.hooks, beforeValidate: [refuse] } }),
          },
        },
      },
    });
    const data = { email: 'ann@example.com', password: 'correct horse', role: 'editor' };
    await payload.create({ collection: 'users', data, overrideAccess: true });
    refuses = true;
    expect(refusal.name).toBe('e');
    expect(await reset(data.email)).toEqual(await reset('nobody@example.com'));
  });

  it('does not hide the failure of other mails', async () => {
    const mailing: Plugin = (config) => ({
      ...config,
      collections: config.collections?.map((collection) =>
        collection.slug === 'users'
          ? { ...collection, hooks: { ...collection.hooks, afterChange: [welcome] } }
          : collection,
      ),
    });
    const welcome = async ({ req }: { req: { payload: Payload } }) => {
      await req.payload.sendEmail({ to: 'ann@example.com', subject: 'Welcome' });
    };
    const { databaseUrl, post } = await start({ app: { plugins: [mailing] } });
    const [status] = await post('/first-register', { email: 'ann@example.com', password: 'correct horse' });
    expect(status).toBe(500);
    expect(await query(databaseUrl, 'select id from users')).toEqual([]);
  });
});

describe('concurrent changes', () => {
  it('do not deadlock', async () => {
    const patch = () => request('client', 'PATCH', `/users/${people.client.id}`, { name: 'Busy' });
    const statuses = await Promise.all(Array.from({ length: 24 }, patch));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it.each(['users', 'organizations'])(
    'let one of %s be deleted while its ticket is being changed',
    async (slug) => {
      const { payload, databaseUrl } = portal;
      const organization = (
        await payload.create({ collection: 'organizations', data: { name: 'Leaving' }, overrideAccess: true })
      ).id;
      const data = { email: `leaving-${slug}@example.com`, password: 'a password', role: 'editor' };
      const user = (await payload.create({ collection: 'users', data, overrideAccess: true })).id;
      const [ticket] = await query<{ id: number }>(
        databaseUrl,
        `insert into tickets (subject, status, priority, organization_id, created_by_id)
       values ('Theirs', 'open', 'low', $1, $2) returning id`,
        [organization, user],
      );
      const change = new pg.Client({ connectionString: databaseUrl });
      await change.connect();
      await change.query('begin');
      await change.query('select 1 from tickets where id = $1 for update', [ticket?.id]);
      const deleting = request(
        'administrator',
        'DELETE',
        `/${slug}/${slug === 'users' ? user : organization}`,
      );
      await expect.poll(() => isWaitingForLock(databaseUrl)).toBe(true);
      // The locks that a reply to a ticket takes on the records it names.
      await change.query('select 1 from users where id = $1 for key share', [user]);
      await change.query('select 1 from organizations where id = $1 for key share', [organization]);
      await change.query('commit');
      await change.end();
      expect((await deleting).status).toBe(200);
    },
  );

  it('include twenty password resets, each of which is logged', async () => {
    const reset = (number: number) =>
      request(null, 'POST', '/users/forgot-password', { email: `reset${number}@example.com` });
    for (let number = 0; number < 20; number += 1) {
      const data = { email: `reset${number}@example.com`, password: 'a password', role: 'editor' };
      await portal.payload.create({ collection: 'users', data, overrideAccess: true });
    }
    await Promise.all(Array.from({ length: 20 }, (_, number) => reset(number)));
    const rows = await query(
      portal.databaseUrl,
      `select distinct "to" from email_log where "to" like 'reset%'`,
    );
    expect(rows).toHaveLength(20);
  });
});

it('a representative does not read a former client of their organization, who is of the team by now', async () => {
  const { id } = await portal.payload.create({
    collection: 'users',
    data: {
      email: 'former@example.com',
      password: 'a password',
      role: 'editor',
      organization: people.organization,
    },
    overrideAccess: true,
  });
  const stored = await portal.payload.findByID({ collection: 'users', id, depth: 0, overrideAccess: true });
  expect(stored.organization).toBe(people.organization);
  const [rest, local] = await idsSeen('representative', 'users');
  expect(rest).not.toContain(id);
  expect(local).not.toContain(id);
  expect((await request('representative', 'GET', `/users/${id}`)).status).toBe(404);
});

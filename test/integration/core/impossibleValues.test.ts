import { GRAPHQL_POST } from '@payloadcms/next/routes';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, sessionOf } from '../../support/api/api.ts';
import { isWaitingForLock, serverUrl, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  staff = sessionOf(portal, people.administrator);
});

afterAll(() => portal.stop());

describe('the CMS’s own REST', () => {
  it.each(['/tickets/99999999999999', '/tickets/1.5', '/tickets/%00', '/email-log/abc'])(
    'finds nothing at %s',
    async (path) => {
      const { status, body } = await staff.get('/tickets/4711');
      expect(status).toBe(404);
      expect(await staff.get(path)).toMatchObject({ status, body });
    },
  );

  it.each([
    'page=-1',
    'page=1e30',
    'where[id][equals]=99999999999',
    'where[subject][like]=%00',
    'where[status][in]=nope,open',
    'where[organization][equals]=abc',
    'where[createdAt][like]=2026',
    'where[tags.0][equals]=VIP',
    'where[tags.a][greater_than]=1',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await staff.get(`/tickets?${query}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { errors: [{ message: 'A value of this request is not possible for its field.' }] },
    });
  });

  it.each(['%7B', '%00', '[1'])('refuses ?data=%s, which is no JSON', async (data) => {
    for (const path of ['/tickets', '/globals/portal-settings'])
      expect([path, (await staff.get(`${path}?data=${data}`)).status]).toEqual([path, 400]);
  });

  it.each([
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=b', 'x'],
    [
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: ${'x'.repeat(20_000)}\r\n\r\nx\r\n--b--\r\n`,
    ],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="_payload"\r\n\r\n{}'],
  ])('refuses what is no form as %s', async (type, body) => {
    for (const path of ['/users/login', '/files', '/tickets'])
      expect([path, (await staff.post(path, body, { 'Content-Type': type })).status]).toEqual([path, 400]);
  });

  it('says that a record was deleted to which a new one refers', async () => {
    const { id } = await portal.payload.create({
      collection: 'organizations',
      data: { name: 'Gone' },
      overrideAccess: true,
    } as never);
    const deletion = new pg.Client({ connectionString: portal.databaseUrl });
    await deletion.connect();
    await deletion.query('begin');
    await deletion.query('delete from organizations where id = $1', [id]);
    const creation = staff.post('/users', {
      email: 'late@example.com',
      password: 'a long password',
      role: 'client',
      organization: id,
    });
    await expect.poll(() => isWaitingForLock(portal.databaseUrl)).toBe(true);
    await deletion.query('commit');
    await deletion.end();
    expect((await creation).status).toBe(409);
  });

  it('refuses ?limit=1e30, and names what a page may have', async () => {
    expect(await staff.get('/tickets?limit=1e30')).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'A page may have 1 to 1000 records: set limit.' }] },
    });
  });

  it.each([
    ['/users/login', { email: 'a\0', password: 'secret' }],
    ['/users/forgot-password', { email: 'a\0@example.com' }],
    ['/users/reset-password', { token: '\0', password: 'secret' }],
  ])('refuses a NUL at %s', async (path, body) => {
    expect((await staff.post(path, body)).status).toBe(400);
  });

  const name = (value: unknown) => ({
    organizations: { name: value },
    users: {
      name: value,
      email: 'new@example.com',
      password: 'long enough',
      role: 'client',
      organization: people.organization,
    },
  });

  it.each([{}, 5, ['a'], ' ', 'a\nb', 'a\u0085b', 'a\0', '\ud800', 'x'.repeat(256)])(
    'refuses %j as the name of an organization or a person',
    async (value) => {
      for (const [slug, data] of Object.entries(name(value))) {
        const { status, body } = await staff.post(`/${slug}`, data);
        expect([status, body.errors[0]?.data?.errors[0]?.path]).toEqual([400, 'name']);
      }
    },
  );

  it('accepts a person without a name', async () => {
    expect((await staff.post('/users', name('').users)).status).toBe(201);
  });
});

describe('the CMS’s GraphQL', () => {
  const ask = async (query: string) => {
    const request = new Request(`${serverUrl}/api/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: staff.authorization ?? '' },
      body: JSON.stringify({ query }),
    });
    return (await GRAPHQL_POST(portal.config)(request)).json();
  };

  it.each([
    '{ Tickets(page: -1) { docs { id } } }',
    String.raw`{ Tickets(where: { subject: { equals: "\u0000" } }) { docs { id } } }`,
    String.raw`{ countTickets(where: { subject: { in: ["\u0000"] } }) { totalDocs } }`,
    String.raw`mutation { loginUser(email: "\u0000", password: "secret") { token } }`,
    String.raw`mutation { resetPasswordUser(token: "\u0000", password: "long enough") { token } }`,
  ])('refuses %s', async (query) => {
    expect((await ask(query)).errors).toMatchObject([
      {
        message: 'A value of this request is not possible for its field.',
        extensions: { statusCode: 400 },
      },
    ]);
  });
});

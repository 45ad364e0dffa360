import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Principal } from '../../../src/core/access/roles.ts';
import { tickOf } from '../../../src/core/jobs/round.ts';
import { features } from '../../../src/features.ts';
import { type Client, clientOf, makeKey, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, stopAfterTest, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';

const path = '/portal/v1/api-keys';

/** The scopes of the contract; those of the second list are not for clients' keys. A feature may declare more. */
const known = [
  'tickets:read',
  'tickets:write',
  'files:read',
  'files:write',
  'webhooks:read',
  'webhooks:write',
  'transfers:read',
  'upload-requests:read',
  'tools',
];
const knownOfTeam = ['email-log:read', 'email-log:purge', 'transfers:write', 'upload-requests:write'];

const aClient = { id: 1, role: 'client', organizations: [1] } as unknown as Principal;
const declared = features.flatMap(({ scopes = {} }) => Object.entries(scopes));
const everyScope = declared.map(([scope]) => scope);
const teams = declared.filter(([, mayHave]) => !mayHave(aClient)).map(([scope]) => scope);

const without = (...left: string[]) => everyScope.filter((scope) => !left.includes(scope));

let portal: TestPortal;
let people: People;
let administrator: Client;

beforeAll(async () => {
  // Background jobs would run statements of their own.
  portal = await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 100_000 } } });
  people = await createPeople(portal);
  administrator = sessionOf(portal, people.administrator);
});

afterAll(() => portal.stop());

it('there are the scopes of the contract', () => {
  expect(everyScope).toEqual(expect.arrayContaining([...known, ...knownOfTeam]));
  expect(teams).toEqual(expect.arrayContaining(knownOfTeam));
  expect(known.filter((scope) => teams.includes(scope))).toEqual([]);
});

const made = async (input: object = {}, maker = administrator) => {
  const { status, body } = await maker.post(path, { name: 'Nightly import', ...input });
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
};

const withKey = (key: string) => clientOf(portal, `Bearer ${key}`);

const statusWith = async (key: string) => (await withKey(key).get('/v1/tickets')).status;

const sql = (text: string, parameters: unknown[] = []) =>
  query<Record<string, unknown>>(portal.databaseUrl, text, parameters);

const newOrganization = async (name: string): Promise<number> =>
  Number((await portal.payload.create({ collection: 'organizations', data: { name } })).id);

let count = 0;

const newUser = async (fields: { role: PersonRole; organization?: number; organizations?: number[] }) => {
  const email = `owner${++count}@example.com`;
  const data = { email, password: 'a long password', ...fields };
  return Number((await portal.payload.create({ collection: 'users', data })).id);
};

const pathsOf = ({ details }: { details: { path: string }[] }) => details.map((detail) => detail.path);

describe('POST /portal/v1/api-keys', () => {
  it('accepts any name of 255 characters', async () => {
    const name = '😀'.repeat(255);
    expect((await made({ name })).name).toBe(name);
  });

  it('returns the key, which is never shown again, with its defaults', async () => {
    const before = Date.now();
    const body = await made();
    expect(body).toStrictEqual({
      id: expect.stringMatching(/^\d+$/),
      key: expect.any(String),
      prefix: body.key.slice(0, 12),
      name: 'Nightly import',
      owner_id: String(people.administrator.id),
      organization_id: null,
      scopes: everyScope,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      created_at: expect.stringMatching(/Z$/),
    });
    const days = (Date.parse(body.expires_at) - before) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    const { body: list } = await administrator.get(path);
    expect(JSON.stringify(list)).not.toContain(body.key);
  });

  it('creates keys of 43 base62 characters and a checksum, all different', async () => {
    const keys = [(await made()).key, (await made()).key];
    for (const key of keys) {
      expect(key).toMatch(/^sp_live_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
      let sum = crc32(key.slice(8, 51));
      let checksum = '';
      for (let place = 0; place < 6; place++, sum = Math.floor(sum / 62))
        checksum = digits[sum % 62] + checksum;
      expect(key.slice(51)).toBe(checksum);
    }
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('stores only the SHA-256 of the key, under a unique index', async () => {
    const { id, key, prefix } = await made();
    const [row] = await sql('select * from api_keys where id = $1', [id]);
    expect(row?.hash).toBe(createHash('sha256').update(key).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(key.slice(prefix.length));
    const indexes = await sql(`select indexdef from pg_indexes where tablename = 'api_keys'`);
    expect(indexes.map(({ indexdef }) => indexdef)).toContainEqual(
      expect.stringMatching(/^CREATE UNIQUE INDEX .*\(hash\)/),
    );
  });

  it.each<[PersonRole, PersonRole, string[]]>([
    ['administrator', 'editor', without('email-log:purge')],
    ['administrator', 'client', without(...teams)],
    [
      'developer',
      'representative',
      without('email-log:read', 'email-log:purge', 'webhooks:read', 'webhooks:write'),
    ],
  ])('grants only the scopes that both roles allow: created by %s for %s', async (maker, owner, scopes) => {
    const wanted = {
      owner_id: String(people[owner].id),
      ...((owner === 'client' || owner === 'representative') && {
        organization_id: String(people.organization),
      }),
    };
    const client = sessionOf(portal, people[maker]);
    expect((await made(wanted, client)).scopes).toEqual(scopes);
    for (const scope of everyScope) {
      const { status, body } = await client.post(path, { name: 'a key', ...wanted, scopes: [scope] });
      expect([scope, status]).toEqual([scope, scopes.includes(scope) ? 201 : 422]);
      if (status === 422) expect(pathsOf(body)).toEqual(['scopes']);
    }
  });

  it('accepts scopes, an expiry with any UTC offset and an organization', async () => {
    const body = await made({
      scopes: ['tools', 'tickets:read', 'tools'],
      expires_at: '2099-01-01T02:00:00+02:00',
      organization_id: String(people.organization),
    });
    expect(body).toMatchObject({
      scopes: ['tools', 'tickets:read'],
      expires_at: '2099-01-01T00:00:00.000Z',
      organization_id: String(people.organization),
    });
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['no such owner', { owner_id: '999999' }, 'owner_id'],
    ['an owner that is no id', { owner_id: 'x; drop table' }, 'owner_id'],
    ['a number for an id', { owner_id: 1 }, 'owner_id'],
    ['no such organization', { organization_id: '999999' }, 'organization_id'],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an end that is no moment', { expires_at: '2099-02-30T00:00:00Z' }, 'expires_at'],
    ['an end in the year 10000', { expires_at: '9999-12-31T23:59:59-14:00' }, 'expires_at'],
    ['an unknown scope', { scopes: ['tickets:delete'] }, 'scopes.0'],
    ['no scope at all', { scopes: [] }, 'scopes'],
    ['an unknown field', { admin: true }, 'admin'],
    ['what the server owns', { key: 'sp_live_x' }, 'key'],
  ])('refuses %s', async (_what, input, field) => {
    const { status, body } = await administrator.post(path, { name: 'a key', ...input });
    expect([status, body.error]).toEqual([422, 'validation_failed']);
    expect(pathsOf(body)).toContain(field);
  });

  it.each<PersonRole>(['client', 'representative'])('requires the organization of a %s', async (role) => {
    const owner_id = String(people[role].id);
    const refused = async (organization: object) => {
      const { status, body } = await administrator.post(path, { name: 'a key', owner_id, ...organization });
      return [status, pathsOf(body)];
    };
    const wrong = [422, ['organization_id']];
    expect(await refused({})).toEqual(wrong);
    expect(await refused({ organization_id: null })).toEqual(wrong);
    expect(await refused({ organization_id: String(people.otherOrganization) })).toEqual(wrong);
    await made({ owner_id, organization_id: String(people.organization) });
  });
});

describe('the management of API keys by', () => {
  it.each<[PersonRole, number]>([
    ['administrator', 201],
    ['editor', 201],
    ['developer', 201],
    ['technician', 201],
    ['representative', 403],
    ['client', 403],
  ])('%s: %i', async (role, status) => {
    const client = sessionOf(portal, people[role]);
    expect((await client.post(path, { name: 'a key' })).status).toBe(status);
    expect((await client.get(path)).status).toBe(status === 201 ? 200 : 403);
    const { id } = await made();
    expect((await client.delete(`${path}/${id}`)).status).toBe(status === 201 ? 204 : 403);
  });

  it('no API key, whatever its owner', async () => {
    const { id, key } = await made();
    const client = withKey(key);
    const answers = [
      await client.get(path),
      await client.post(path, { name: 'a key' }),
      await client.delete(`${path}/${id}`),
      await client.get(`${path}/choices`),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [403, 'forbidden']),
    );
    expect(await statusWith(key)).toBe(200);
  });

  it('no one in the APIs of the CMS', async () => {
    const { id } = await made();
    const data = { name: 'a key', hash: 'x', prefix: 'x', scopes: [], expiresAt: '2099-01-01T00:00:00Z' };
    expect((await administrator.post('/api-keys', data)).status).toBe(403);
    expect((await administrator.patch(`/api-keys/${id}`, { scopes: everyScope })).status).toBe(403);
    expect((await administrator.delete(`/api-keys/${id}`)).status).toBe(403);
    const { body } = await administrator.get(`/api-keys/${id}`);
    expect(body).toHaveProperty('prefix');
    expect(body).not.toHaveProperty('hash');
  });
});

describe('GET /portal/v1/api-keys', () => {
  it('returns a page with the metadata of each key, newest first', async () => {
    const { key, ...known } = await made({ name: 'The newest' });
    const { status, body, headers } = await administrator.get(`${path}?per_page=2`);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toStrictEqual({ ...known, revoked_at: null, last_used_at: null });
    const [total] = await sql('select count(*)::int as keys from api_keys');
    expect(body.meta).toEqual({ page: 1, per_page: 2, total: total?.keys });
    expect(headers.get('Link')).toContain('rel="next"');
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it('pages through all keys by cursor', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await administrator.get(`${path}?per_page=3&cursor=${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.meta.next_cursor;
    }
    const rows = await sql('select id from api_keys order by created_at desc, id desc');
    expect(seen).toEqual(rows.map(({ id }) => String(id)));
  });

  it.each(['page=0', 'per_page=101', 'per_page=x', 'cursor=x', 'page=1&cursor=', 'owner_id=1'])(
    'refuses ?%s',
    async (search) => {
      expect((await administrator.get(`${path}?${search}`)).status).toBe(422);
    },
  );
});

describe('GET /portal/v1/api-keys/choices', () => {
  it.each<[PersonRole, string[], boolean]>([
    ['administrator', everyScope, true],
    ['editor', without('email-log:purge'), true],
    ['client', without(...teams), false],
  ])('offers a %s what POST accepts', async (role, scopes, spans) => {
    const owner_id = String(people[role].id);
    const { status, body } = await administrator.get(`${path}/choices?owner_id=${owner_id}`);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      owner_id,
      spans,
      organization_ids: spans ? [] : [String(people.organization)],
      scopes,
    });
  });

  it('refuses an owner who does not exist', async () => {
    const { status, body } = await administrator.get(`${path}/choices?owner_id=999999`);
    expect([status, pathsOf(body)]).toEqual([422, ['owner_id']]);
  });
});

describe('a key, from the next request on', () => {
  it('is invalid if it is revoked; revoking it again changes nothing', async () => {
    const { id, key } = await made();
    expect(await statusWith(key)).toBe(200);
    const { status, body } = await administrator.delete(`${path}/${id}`);
    expect([status, body]).toEqual([204, null]);
    expect(await statusWith(key)).toBe(401);
    const [first] = await sql('select revoked_at from api_keys where id = $1', [id]);
    expect((await administrator.delete(`${path}/${id}`)).status).toBe(204);
    const [second] = await sql('select revoked_at from api_keys where id = $1', [id]);
    expect(second).toEqual(first);
  });

  it.each(['999999', 'x', '1;select', '9'.repeat(30)])(
    'cannot be revoked by the unknown id %s: 404',
    async (id) => {
      expect((await administrator.delete(`${path}/${id}`)).status).toBe(404);
    },
  );

  it('is invalid if it has expired', async () => {
    const { id, key } = await made();
    await sql(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect(await statusWith(key)).toBe(401);
  });

  it('has fewer scopes if its owner is demoted', async () => {
    const owner = await newUser({ role: 'administrator' });
    const { key } = await made({ owner_id: String(owner) });
    expect((await withKey(key).get('/portal/v1/email-log')).status).toBe(200);
    const data = { role: 'client', organization: people.organization } as const;
    await portal.payload.update({ collection: 'users', id: owner, data });
    expect((await withKey(key).get('/portal/v1/email-log')).status).toBe(403);
    expect((await withKey(key).get('/v1/organizations')).status).toBe(403);
  });

  it('of another member of staff is made by administrators alone, and its owner is told', async () => {
    const owner_id = String(people.developer.id);
    const editor = sessionOf(portal, people.editor);
    const refused = await editor.post(path, { name: 'In their name', owner_id });
    expect([refused.status, pathsOf(refused.body)]).toEqual([422, ['owner_id']]);
    const choices = await editor.get(`${path}/choices?owner_id=${owner_id}`);
    expect([choices.status, pathsOf(choices.body)]).toEqual([422, ['owner_id']]);
    const { id } = await made({ owner_id });
    await tickOf(portal.payload)();
    expect(
      await sql(`select "to" from email_log where type = 'api_key_created' and related_id = $1`, [
        String(id),
      ]),
    ).toEqual([{ to: people.developer.email }]);
  });

  it.each([
    [
      'is demoted',
      (id: number | string) => portal.payload.update({ collection: 'users', id, data: { role: 'editor' } }),
    ],
    [
      'is demoted by SQL',
      (id: number | string) => sql(`update users set role = 'editor' where id = $1`, [id]),
    ],
    ['is deleted', (id: number | string) => portal.payload.delete({ collection: 'users', id })],
  ])('of another member of staff is revoked for good when its maker %s', async (_how, lose) => {
    const maker = await newUser({ role: 'administrator' });
    const { user, token } = await portal.payload.login({
      collection: 'users',
      data: { email: `owner${count}@example.com`, password: 'a long password' },
    });
    const person = { ...people.administrator, id: Number(user?.id), token: token ?? '' };
    const ofStaff = await makeKey(portal, person, { owner: people.developer });
    const ofClient = await makeKey(portal, person, {
      owner: people.client,
      organization: people.organization,
    });
    expect([await statusWith(ofStaff), await statusWith(ofClient)]).toEqual([200, 200]);
    await lose(maker);
    expect([await statusWith(ofStaff), await statusWith(ofClient)]).toEqual([401, 200]);
    await sql(`update users set role = 'administrator' where id = $1`, [maker]);
    expect(await statusWith(ofStaff)).toBe(401);
  });

  it('is invalid if its owner is deleted', async () => {
    const owner = await newUser({ role: 'editor' });
    const { id, key } = await made({ owner_id: String(owner) });
    expect(await statusWith(key)).toBe(200);
    await portal.payload.delete({ collection: 'users', id: owner });
    expect(await statusWith(key)).toBe(401);
    const { body } = await administrator.get(path);
    expect(body.data.find((row: { id: string }) => row.id === id)).toMatchObject({ owner_id: null });
  });

  it('is invalid if its owner has moved to another organization', async () => {
    const owner = await newUser({ role: 'client', organization: people.organization });
    const { key } = await made({ owner_id: String(owner), organization_id: String(people.organization) });
    expect(await statusWith(key)).toBe(200);
    const data = { organization: people.otherOrganization };
    await portal.payload.update({ collection: 'users', id: owner, data });
    expect(await statusWith(key)).toBe(401);
  });

  it('is invalid if its organization is deleted, and never gains access to all organizations', async () => {
    const organization = await newOrganization('Soon gone');
    const { id, key } = await made({ organization_id: String(organization) });
    expect(await statusWith(key)).toBe(200);
    await portal.payload.delete({ collection: 'organizations', id: organization });
    expect(await statusWith(key)).toBe(401);
    expect(await sql('select organization_id, spans from api_keys where id = $1', [id])).toEqual([
      { organization_id: null, spans: false },
    ]);
  });
});

describe('the credentials of /v1', () => {
  const generate = expect.stringMatching(/generate a new key in settings/i);

  it.each([
    ['nothing', null],
    ['an empty header', ''],
    ['the scheme alone', 'Bearer'],
    ['another scheme', 'Basic YTpi'],
    ['text', 'Bearer nonsense'],
    ['a key that was never made', 'Bearer sp_live_0000000000000000000000000000000000000000000000000'],
    ['a key twice', 'Bearer sp_live_a sp_live_b'],
  ])('%s is 401, with exactly two fields', async (_what, authorization) => {
    const { status, body, headers } = await clientOf(portal, authorization).get('/v1/tickets');
    expect(status).toBe(401);
    expect(body).toStrictEqual({ error: 'unauthorized', message: generate });
    expect(headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(headers.get('X-Request-Id')).toBeTruthy();
  });

  it('one wrong character is 401, without a database query', async () => {
    const { key } = await made();
    const forged = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
    const statements = await statementsOf(() => statusWith(forged));
    expect(await statusWith(forged)).toBe(401);
    expect(statements.filter((text) => text.includes('api_keys'))).toEqual([]);
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accept the scheme written as %s', async (scheme) => {
    const { key } = await made();
    expect((await clientOf(portal, `${scheme} ${key}`).get('/v1/tickets')).status).toBe(200);
  });

  it('do not include a session, by JWT or by cookie', async () => {
    const { token } = people.administrator;
    expect((await administrator.get('/v1/tickets')).status).toBe(401);
    const cookie = { Cookie: `payload-token=${token}` };
    expect((await clientOf(portal, null).get('/v1/tickets', cookie)).status).toBe(401);
    expect((await clientOf(portal, null).get('/portal/v1/email-log', cookie)).status).toBe(200);
  });

  it('are not accepted by the CMS’s own REST API', async () => {
    const { key } = await made();
    const client = withKey(key);
    expect((await client.get('/users')).status).toBe(403);
    expect((await client.get('/tickets')).status).toBe(403);
    expect((await client.get('/users/me')).body.user).toBeNull();
  });

  it('need a scope each for reading and writing', async () => {
    const { key } = await made({ scopes: ['tickets:write'] });
    const read = await withKey(key).get('/v1/tickets');
    expect([read.status, read.body.error, read.body.message]).toEqual([
      403,
      'forbidden',
      expect.stringContaining('tickets:read'),
    ]);
    const organization_id = String(people.organization);
    expect((await withKey(key).post('/v1/tickets', { subject: 'a', organization_id })).status).toBe(201);
  });
});

/** The statements that a task runs, on any pool, except those of the rate limiter. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const texts = spy.mock.calls.map(([first]) => {
      const query: unknown = first;
      return typeof query === 'string' ? query : String((query as { text?: unknown }).text);
    });
    return texts.filter((text) => !text.includes('support_portal.rate_limits'));
  } finally {
    spy.mockRestore();
  }
};

describe('checking a key', () => {
  it('takes one statement, by the hash, and writes nothing', async () => {
    const { key } = await made({ scopes: ['tickets:write'] });
    await statusWith(key);
    await expect.poll(async () => (await lastUse(key)) !== null).toBe(true);
    const statements = await statementsOf(async () => expect(await statusWith(key)).toBe(403));
    expect(statements).toEqual([expect.stringMatching(/^\s*select[^;]*where k\.hash = \$1/)]);
  });

  const lastUse = async (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex');
    return (await sql('select last_used_at from api_keys where hash = $1', [hash]))[0]?.last_used_at ?? null;
  };

  it('records the use, at most once a minute', async () => {
    const { key } = await made();
    expect(await lastUse(key)).toBeNull();
    const burst = await statementsOf(async () => {
      await Promise.all(Array.from({ length: 10 }, () => statusWith(key)));
      await expect.poll(() => lastUse(key)).not.toBeNull();
      await statusWith(key);
    });
    expect(burst.filter((text) => text.includes('set last_used_at'))).toHaveLength(1);
  });

  it('notes it again if the last note is older, also of another instance', async () => {
    const { id, key } = await made();
    await sql(`update api_keys set last_used_at = now() - interval '30 seconds' where id = $1`, [id]);
    const fresh = await lastUse(key);
    await statusWith(key);
    const other = stopAfterTest(
      await startPortal({ portal: { workers: 'external' }, databaseUrl: portal.databaseUrl }),
    );
    const throughOther = () => clientOf(other, `Bearer ${key}`).get('/v1/tickets');
    await throughOther();
    expect(await lastUse(key)).toEqual(fresh);
    await sql(`update api_keys set last_used_at = now() - interval '61 seconds' where id = $1`, [id]);
    const old = await lastUse(key);
    await throughOther();
    await expect.poll(() => lastUse(key)).not.toEqual(old);
  });
});

describe('the log of the server', () => {
  it('holds no key, no hash and no session, even after errors', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const talkative = stopAfterTest(
      await startPortal({
        portal: { workers: 'external' },
        app: { logger: { options: { level: 'trace' }, destination } },
      }),
    );
    const { administrator: person } = await createPeople(talkative);
    const key = await makeKey(talkative, person, { owner: person });
    const client = clientOf(talkative, `Bearer ${key}`);
    const cookie = { Cookie: `payload-token=${person.token}` };
    await client.get('/v1/tickets');
    await client.get(`/v1/nothing?key=${key}`);
    await client.post('/v1/tickets', '{ no json');
    await clientOf(talkative, `Bearer ${key}x`).get('/v1/tickets');
    await clientOf(talkative, null).post(path, { name: 'x' }, { ...cookie, Origin: 'https://evil.example' });
    await query(talkative.databaseUrl, 'alter table api_keys rename to api_keys_gone');
    expect((await client.get('/v1/tickets')).status).toBe(500);
    expect(lines.join('')).toContain('evil.example');
    const hash = createHash('sha256').update(key).digest('hex');
    for (const secret of [key, hash, person.token]) expect(lines.join('')).not.toContain(secret);
  });
});

describe('a right that the app withholds from the maker', () => {
  it('is in no key of theirs for another person who has it', async () => {
    const access = { 'webhooks:write': ({ role }: { readonly role: string }) => role !== 'editor' };
    const strict = stopAfterTest(await startPortal({ portal: { workers: 'external', access } }));
    const { client, editor, organization } = await createPeople(strict);
    const session = sessionOf(strict, editor);
    const owner_id = String(client.id);
    const wanted = { name: 'For a client', owner_id, organization_id: String(organization) };
    const { body } = await session.get(`${path}/choices?owner_id=${owner_id}`);
    expect(body.scopes).toContain('webhooks:read');
    expect(body.scopes).not.toContain('webhooks:write');
    const refused = await session.post(path, { ...wanted, scopes: ['webhooks:write'] });
    expect([refused.status, pathsOf(refused.body)]).toEqual([422, ['scopes']]);
    expect((await made(wanted, session)).scopes).toEqual(body.scopes);
  });
});

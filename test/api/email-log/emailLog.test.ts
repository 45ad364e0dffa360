import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, serverUrl, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

const path = '/api/portal/v1/email-log';

let portal: TestPortal;
let people: People;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  await query(
    portal.databaseUrl,
    'insert into email_log ("to", subject, type, related_type, related_id, transport, status, error, created_at, user_id, message_id, fallback) values ' +
      `('ann@example.com, bob@example.com', 'Ticket 100% done', 'ticket_update', 'ticket', '7', 'smtp', 'sent', null, '2026-03-01T00:00:00Z', '1', 'a@example.com', null),
     ('john_doe@example.com', 'Ticket 1000 done', 'ticket_update', 'ticket', '8', 'phpmail', 'sent', null, '2026-03-01T23:59:59.999Z', null, 'b@example.com', '[{"transport":"smtp","error":"451 try later"}]'),
     ('johnxdoe@example.com', 'ÜBERSICHT a\\b', 'transfer_ready', 'transfer', '7', 'smtp', 'failed', '550 no', '2026-03-02T00:00:00Z', null, null, null),
     ('', null, null, null, null, null, 'failed', 'no recipient', '2026-03-03T10:00:00Z', null, null, null)`,
  );
});

afterAll(() => portal.stop());

const get = async (
  search: string,
  headers: HeadersInit = { Authorization: `JWT ${people.administrator.token}` },
) => {
  const response = await portal.fetch(`${path}${search}`, { headers });
  return { response, body: await response.json() };
};

const subjects = async (search: string): Promise<(string | null)[]> => {
  const { body } = await get(search);
  return body.data.map(({ subject }: { subject: string | null }) => subject);
};

describe('GET /api/portal/v1/email-log', () => {
  it('lists every field of a row, newest first', async () => {
    const { response, body } = await get('');
    expect(response.status).toBe(200);
    expect(body.data.map(({ created_at }: { created_at: string }) => created_at)).toEqual([
      '2026-03-03T10:00:00.000Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-01T23:59:59.999Z',
      '2026-03-01T00:00:00.000Z',
    ]);
    expect(body.data[2]).toStrictEqual({
      id: expect.stringMatching(/^\d+$/),
      to: 'john_doe@example.com',
      subject: 'Ticket 1000 done',
      type: 'ticket_update',
      related_type: 'ticket',
      related_id: '8',
      transport: 'phpmail',
      status: 'sent',
      error: null,
      created_at: '2026-03-01T23:59:59.999Z',
      user_id: null,
      message_id: 'b@example.com',
      fallback: [{ transport: 'smtp', error: '451 try later' }],
      delivery: null,
    });
    expect(body.meta).toStrictEqual({
      page: 1,
      per_page: 25,
      total: 4,
      covers_since: expect.stringMatching(/Z$/),
    });
  });

  it.each([
    ['?to=BOB@', ['Ticket 100% done']],
    ['?to=john_doe', ['Ticket 1000 done']],
    ['?to=%25', []],
    ['?search=100%25', ['Ticket 100% done']],
    ['?search=%C3%BCbersicht', ['ÜBERSICHT a\\b']],
    ['?search=a%5Cb', ['ÜBERSICHT a\\b']],
    ['?search=&to=', [null, 'ÜBERSICHT a\\b', 'Ticket 1000 done', 'Ticket 100% done']],
    ['?status=failed', [null, 'ÜBERSICHT a\\b']],
    ['?type=transfer_ready', ['ÜBERSICHT a\\b']],
    ['?transport=phpmail', ['Ticket 1000 done']],
    ['?fallback=true', ['Ticket 1000 done']],
    ['?fallback=false&type=ticket_update', ['Ticket 100% done']],
    ['?since=2026-03-02', [null, 'ÜBERSICHT a\\b']],
    ['?until=2026-03-01', ['Ticket 1000 done', 'Ticket 100% done']],
    ['?since=2026-03-01&until=2026-03-01&to=ann', ['Ticket 100% done']],
    ['?since=0001-01-01&until=9999-12-31&status=failed', [null, 'ÜBERSICHT a\\b']],
    ['?related_type=ticket', ['Ticket 1000 done', 'Ticket 100% done']],
    ['?related_type=ticket&related_id=7', ['Ticket 100% done']],
    ['?page=2&per_page=3', ['Ticket 100% done']],
    ['?page=9007199254740991&per_page=100', []],
  ])('answers %s with the matching rows', async (search, expected) => {
    expect(await subjects(search)).toEqual(expected);
  });

  it.each([
    ['?status=lost', 'status'],
    ['?since=2026-02-30', 'since'],
    ['?since=2026-2-3', 'since'],
    ['?until=0000-01-01', 'until'],
    ['?since=', 'since'],
    ['?page=0', 'page'],
    ['?page=1.5', 'page'],
    ['?page=', 'page'],
    ['?page=99999999999999999999', 'page'],
    ['?per_page=101', 'per_page'],
    ['?per_page=-1', 'per_page'],
    ['?per_page=1e1', 'per_page'],
    ['?page=1&page=2', 'page'],
    ['?page[]=1', 'page[]'],
    ['?colour=red', 'colour'],
    ['?related_id=7', 'related_id'],
    ['?search=a%00b', 'search'],
    ['?fallback=yes', 'fallback'],
    ['?cursor=nonsense', 'cursor'],
    ['?cursor=&page=1', 'cursor'],
    ['?__proto__=1', '__proto__'],
  ])('refuses %s and names the parameter', async (search, parameter) => {
    const { response, body } = await get(search);
    expect(response.status).toBe(422);
    expect(body.error).toBe('validation_failed');
    expect(body.details.map(({ path }: { path: string }) => path)).toContain(parameter);
  });

  it('returns every row once by cursor', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await get(`?per_page=3&cursor=${cursor}`);
      expect(Object.keys(body.meta).sort()).toEqual(['covers_since', 'next_cursor', 'per_page']);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.meta.next_cursor;
    }
    expect(new Set(seen).size).toBe(4);
    expect(seen).toHaveLength(4);
  });

  it('refuses a cursor to an impossible row', async () => {
    for (const text of [
      '2026-03-01T00:00:00.000Z abc',
      '2026-02-30T00:00:00.000Z 5',
      '0000-01-01T00:00:00.000Z 5',
    ]) {
      const cursor = Buffer.from(text).toString('base64url');
      expect((await get(`?cursor=${cursor}`)).response.status, text).toBe(422);
    }
  });

  it('links to the other pages with the same filters', async () => {
    const { response } = await get('?per_page=1&page=2&status=failed');
    const url = (page: number) => `<${serverUrl}${path}?per_page=1&page=${page}&status=failed>`;
    expect(response.headers.get('Link')).toBe(
      [`${url(1)}; rel="first"`, `${url(1)}; rel="prev"`, `${url(2)}; rel="last"`].join(', '),
    );
  });

  it('answers a request without credentials 401 with exactly two fields', async () => {
    const { response, body } = await get('', {});
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(Object.keys(body).sort()).toEqual(['error', 'message']);
    expect(body.message).toMatch(/generate a new key in Settings/i);
  });

  it.each(['administrator', 'editor', 'developer', 'technician'] as const)('lets %s read', async (role) => {
    const { response } = await get('', { Authorization: `JWT ${people[role].token}` });
    expect(response.status).toBe(200);
  });

  it.each(['representative', 'client'] as const)('refuses %s', async (role) => {
    const { response, body } = await get('', { Authorization: `JWT ${people[role].token}` });
    expect(response.status).toBe(403);
    expect(body.error).toBe('forbidden');
  });

  it('accepts a session cookie for reading without an Origin, and with the server’s own', async () => {
    const Cookie = `payload-token=${people.editor.token}`;
    expect((await get('', { Cookie })).response.status).toBe(200);
    expect((await get('', { Cookie, Origin: serverUrl })).response.status).toBe(200);
  });

  it('refuses a session cookie from another origin', async () => {
    const Cookie = `payload-token=${people.editor.token}`;
    expect((await get('', { Cookie, Origin: 'https://evil.example' })).response.status).toBe(403);
    expect((await get('', { Cookie, Origin: 'null' })).response.status).toBe(403);
  });

  it('lists the supported methods', async () => {
    const Authorization = `JWT ${people.administrator.token}`;
    const wrong = await portal.fetch(path, { method: 'DELETE', headers: { Authorization } });
    expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const options = await portal.fetch(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const head = await portal.fetch(path, { method: 'HEAD', headers: { Authorization } });
    expect(head.status).toBe(200);
  });

  it('answers an unknown path 404, or 401 without credentials', async () => {
    const Authorization = `JWT ${people.administrator.token}`;
    const unknown = `/api/portal/v1/nothing`;
    expect((await portal.fetch(unknown, { headers: { Authorization } })).status).toBe(404);
    expect((await portal.fetch(unknown)).status).toBe(401);
    expect((await portal.fetch('/api/v1/nothing', { headers: { Authorization } })).status).toBe(401);
    expect((await portal.fetch('/api/portal/v1/%E0%A4%A', { headers: { Authorization } })).status).toBe(404);
  });

  it('answers as a problem of RFC 9457 if the client asks for one', async () => {
    const { response, body } = await get('?page=0', {
      Authorization: `JWT ${people.administrator.token}`,
      Accept: 'application/problem+json',
    });
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(body).toMatchObject({ status: 422, title: 'Validation failed', error: 'validation_failed' });
  });

  it('gives every response a request id: the client’s own if it is valid', async () => {
    expect((await get('', {})).response.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/);
    expect((await get('', { 'X-Request-Id': 'abc-1' })).response.headers.get('X-Request-Id')).toBe('abc-1');
  });
});

it.each(['?page=2', '?page=3&per_page=2', '?status=failed&page=5&per_page=1'])(
  'a page after the last one is empty, and tells the same total: %s',
  async (search) => {
    const { body } = await get(search);
    expect([body.data, body.meta.total]).toEqual([[], search.includes('failed') ? 2 : 4]);
  },
);

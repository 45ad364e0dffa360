import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { lockTable } from '../../faults/lockTable.ts';
import { clientOf, keyClient, sessionOf } from '../../support/api/api.ts';
import {
  query,
  serverUrl,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { type Served, serve } from '../../support/portal/serve.ts';
import { countPasswords } from '../../support/run/countedPasswords.ts';

const mebibyte = 1024 * 1024;

describe('the rate limit of the CMS’s own routes', () => {
  it('counts strangers by address and people by account, together with the API', async () => {
    const portal = stopAfterTest(
      await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 4 } } }),
    );
    const { administrator } = await createPeople(portal);
    const stranger = clientOf(portal, null);
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const paths = [
      '/users/login',
      '/users/forgot-password',
      '/users/reset-password',
      '/users/first-register',
    ];
    for (const path of paths)
      expect((await stranger.post(path, {}, from('203.0.113.1'))).status, path).not.toBe(429);
    for (const path of [...paths, '/users/unlock', '/users/verify/x']) {
      const refused = await stranger.post(path, {}, from('203.0.113.1'));
      expect([path, refused.status, refused.body.error]).toEqual([path, 429, 'rate_limited']);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(refused.headers.get('RateLimit')).toMatch(/^"default";r=0;/);
    }
    for (const path of ['/tickets', '/globals/portal-settings', '/access', '/payload-preferences/x'])
      expect((await stranger.get(path, from('203.0.113.1'))).status, path).toBe(429);
    expect((await stranger.post('/users/login', {}, from('203.0.113.2'))).status).toBe(400);
    const session = sessionOf(portal, administrator);
    for (const path of ['/tickets', '/portal/v1/email-log', '/globals/portal-settings', '/access'])
      expect((await session.get(path, from('203.0.113.1'))).status, path).toBe(200);
    expect((await session.get('/users/me', from('203.0.113.3'))).status).toBe(429);
  });

  it('counts the pages that Next serves to strangers, not those of people, and no static files', async () => {
    const portal = stopAfterTest(
      await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 4 } } }),
    );
    const people = await createPeople(portal);
    const served = await serve(portal, { next: async (_request, response) => void response.end() });
    onTestFinished(served.close);
    const status = async (path: string, token?: string) => {
      const headers: Record<string, string> = token ? { Authorization: `JWT ${token}` } : {};
      return (await fetch(served.url + path, { headers })).status;
    };
    for (let asked = 0; asked < 6; asked += 1) {
      expect(await status('/_next/static/chunks/a.js')).toBe(200);
      for (const { token } of [people.administrator, people.client])
        expect(await status('/admin', token)).toBe(200);
    }
    const pages = ['/admin/login', '/admin/forgot', '/_next/image', '/api/og', '/admin/login', '/api/og'];
    const asked: number[] = [];
    for (const path of pages) asked.push(await status(path));
    expect(asked).toEqual([200, 200, 200, 200, 429, 429]);
    expect(await status('/admin', people.administrator.token)).toBe(200);
    expect(await status('/_next/static/chunks/a.js')).toBe(200);
    // A flood of pages keeps no neighbor from the login.
    expect(await status('/api/tickets')).toBe(403);
  });

  it('counts requests of strangers at the address of GraphQL that hold no document', async () => {
    const portal = stopAfterTest(
      await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 2 } } }),
    );
    const served = await serve(portal, { next: async (_request, response) => void response.end() });
    onTestFinished(served.close);
    const asked: number[] = [];
    for (const method of ['OPTIONS', 'HEAD', 'OPTIONS', 'POST'])
      asked.push((await fetch(`${served.url}/api/graphql`, { method })).status);
    expect(asked).toEqual([200, 200, 429, 429]);
  });

  it('counts downloads that are refused, and no others', async () => {
    const portal = stopAfterTest(
      await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 2 } } }),
    );
    const { client, organization } = await createPeople(portal);
    const folder = await portal.payload.create({
      collection: 'folders',
      data: { name: 'Texts', organization } as never,
      overrideAccess: true,
    });
    const { filename } = await portal.payload.create({
      collection: 'files',
      data: { folder: folder.id } as never,
      file: { name: 'a.txt', data: Buffer.from('hello'), mimetype: 'text/plain', size: 5 },
      overrideAccess: true,
    });
    const download = async (name: unknown, headers: Record<string, string>) =>
      (await portal.fetch(`/api/files/file/${name}`, { headers })).status;
    const theirs = { Authorization: `JWT ${client.token}` };
    for (const name of [filename, filename, filename, 'x', 'x', filename])
      expect(await download(name, theirs)).toBe(name === 'x' ? 403 : 200);
    expect(await download('x', theirs)).toBe(429);
    expect(await download(filename, theirs)).toBe(200);
    const stranger = { 'X-Forwarded-For': '203.0.113.7' };
    const asked: number[] = [];
    for (const name of ['x', filename, 'x']) asked.push(await download(name, stranger));
    expect(asked).toEqual([403, 403, 429]);
    expect(await download('x', { 'X-Forwarded-For': '203.0.113.8' })).toBe(403);
  });

  it('is off at 0', async () => {
    const portal = stopAfterTest(
      await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 0 } } }),
    );
    const { headers } = await clientOf(portal, null).get('/tickets');
    expect(headers.get('RateLimit')).toBeNull();
  });
});

describe('a response of the CMS', () => {
  it('is kept by no cache, and its type is not guessed', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    const { administrator } = await createPeople(portal);
    const session = sessionOf(portal, administrator);
    for (const path of ['/tickets', '/users/me', '/users/0', '/globals/portal-settings', '/access']) {
      const { headers } = await session.get(path);
      expect([path, headers.get('Cache-Control'), headers.get('X-Content-Type-Options')]).toEqual([
        path,
        'no-store',
        'nosniff',
      ]);
    }
  });
});

describe('a page of long texts', () => {
  it('is 400 over the CMS’s REST if it would have more than 20 million characters, as JSON writes them', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    const { administrator, client, organization } = await createPeople(portal);
    for (let count = 0; count < 70; count += 1)
      await portal.payload.create({
        collection: 'tickets',
        data: { subject: `Long ${count}`, description: 'a', organization } as never,
        overrideAccess: true,
      });
    // A control character takes six of JSON's.
    await query(portal.databaseUrl, 'update tickets set description = repeat(chr(1), 49999)');
    for (const who of [client, administrator]) {
      const session = sessionOf(portal, who);
      const { status, body } = await session.get('/tickets?limit=100&depth=0');
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain(
        'more than 20000000 characters: ask for fewer records or fields',
      );
      expect((await session.get('/tickets?limit=60&depth=0')).body.docs).toHaveLength(60);
      expect((await session.get('/tickets?limit=100&select[subject]=true')).body.docs).toHaveLength(70);
    }
    const key = await keyClient(portal, administrator, { owner: client, organization });
    const page = await key.get('/v1/tickets?per_page=100');
    expect([page.status, page.body.data.length]).toEqual([200, 70]);
  });
});

describe('a login from a page of another origin', () => {
  const login = ({ fetch }: TestPortal, headers: Record<string, string>) =>
    fetch('/api/users/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"email":"a@example.com","password":"x"}',
    });
  const origin = 'https://front.example';

  it('is refused, unless the app or the option names it', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    expect((await login(portal, { Origin: origin })).status).toBe(403);
    expect((await login(portal, { Origin: 'null' })).status).toBe(403);
    expect((await login(portal, { Origin: serverUrl })).status).toBe(401);
    expect((await login(portal, {})).status).toBe(401);
    for (const given of [{ app: { cors: [origin] } }, { portal: { cors: [origin] } }]) {
      const open = stopAfterTest(await startPortal(given));
      expect((await login(open, { Origin: origin })).status).toBe(401);
    }
  });
});

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly size?: number;
  readonly body?: string;
  readonly chunked?: boolean;
  readonly headers?: Record<string, string>;
}

const ofSize = (size: number): string => JSON.stringify({ email: 'x'.repeat(Math.max(0, size - 12)) });

/** Sends JSON, such as one of a size, to a path as it is, and stops as soon as there is an answer. */
const send = (
  url: string,
  { method = 'POST', path, size = 0, body = ofSize(size), chunked = false, headers = {} }: Sent,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = chunked ? {} : { 'Content-Length': String(body.length) };
    const request = httpRequest(
      url,
      { method, path, headers: { 'Content-Type': 'application/json', ...length, ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    for (let at = 0; at < body.length; at += 65_536) request.write(body.slice(at, at + 65_536));
    request.end();
  });

describe('parameters', () => {
  it('are 400 if they are more than 1,000, or 200 of a page, the same one among them, and so are 200 cookies', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    const served = await serve(portal, { next: async (_request, response) => void response.end() });
    onTestFinished(() => served.close());
    const status = async (path: string, cookies = 0) => {
      const Cookie = Array.from({ length: cookies }, (_, number) => `k${number}=`).join('; ');
      return (await fetch(served.url + path, { headers: { Cookie } })).status;
    };
    for (const path of [
      '/api/users/me',
      '/api/v1/tickets',
      '/admin/login',
      '/support/sign-in',
      '/favicon.ico',
    ]) {
      const usual = await status(path);
      expect(await status(path, 200)).toBe(usual);
      expect([path, await status(path, 201)]).toEqual([path, 400]);
      const most = path.startsWith('/api') ? 1_000 : 200;
      expect([path, await status(`${path}?${'a&'.repeat(most)}a`)]).toEqual([path, 400]);
    }
    expect(await status(`/admin/login?${'a&'.repeat(199)}a`)).toBe(200);
    expect(await status(`/api/users/me?${'a&'.repeat(999)}a`)).toBe(200);
  });

  it('are 400 if their lists have many places, on every path', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    const served = await serve(portal);
    onTestFinished(() => served.close());
    const status = async (path: string) => (await fetch(served.url + path)).status;
    const sparse = `a${'[999]'.repeat(9)}=1&${'b%5B999%5D=1&c[999]=1'}`;
    for (const path of ['/api/users/me', '/api/v1/tickets', '/admin/login', '/support/sign-in'])
      expect([path, await status(`${path}?${sparse}`)]).toEqual([path, 400]);
    const dense = Array.from({ length: 400 }, (_, index) => `where[id][in][${index}]=1`).join('&');
    expect(await status(`/api/users/me?${dense}`)).toBe(200);
  });
});

describe('the headers of a browser', () => {
  it('that Next cannot read are 400, without a 500 of Next', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    const served = await serve(portal, { next: async (_request, response) => void response.end() });
    onTestFinished(() => served.close());
    const ask = (state: string) =>
      fetch(`${served.url}/admin/login`, { headers: { RSC: '1', 'Next-Router-State-Tree': state } });
    expect((await ask('["",{}]')).status).toBe(200);
    const refused = await ask('null');
    expect(refused.status).toBe(400);
    const { error, request_id } = await refused.json();
    expect([error, request_id]).toEqual(['bad_request', refused.headers.get('X-Request-Id')]);
  });

  it.each(['User-Agent', 'Accept-Language'])(
    'reach Next with a short %s: one of 15 KB takes it a second',
    async (header) => {
      const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
      const served = await serve(portal, {
        next: async (request, response) => void response.end(request.headers[header.toLowerCase()]),
      });
      onTestFinished(() => served.close());
      const received = async (sent: string) =>
        (await fetch(`${served.url}/admin/login`, { headers: { [header]: sent } })).text();
      expect(await received('de')).toBe('de');
      expect(await received('a'.repeat(15_000))).toBe('a'.repeat(1_000));
    },
  );
});

describe('passwords', () => {
  it('are worked on two at a time, whatever asks for it', async () => {
    const portal = stopAfterTest(
      await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 0 } } }),
    );
    const people = await createPeople(portal);
    const counts = countPasswords();
    const stranger = clientOf(portal, null);
    const client = sessionOf(portal, people.client);
    const { email } = people.administrator;
    await Promise.all(
      Array.from({ length: 6 }, (_, at) => [
        stranger.post('/users/login', { email, password: `wrong ${at}` }),
        client.patch(`/users/${people.client.id}`, { password: `another one ${at}` }),
      ]).flat(),
    );
    expect(counts.all).toBeGreaterThan(8);
    expect(counts.most).toBe(2);
  });

  it('wait for no form that comes slowly', async () => {
    const portal = stopAfterTest(
      await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 0 } } }),
    );
    const { administrator } = await createPeople(portal);
    const served = await serve(portal);
    onTestFinished(() => served.close());
    const login = `${served.url}/api/users/login`;
    for (let count = 0; count < 3; count += 1) {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '900' };
      const slow = httpRequest(login, { method: 'POST', headers });
      slow.on('error', () => {});
      onTestFinished(() => void slow.destroy());
      slow.write('--x\r\nContent-Disposition: form-data; name="_payload"\r\n\r\n{');
    }
    // By now they are being read.
    for (let count = 0; count < 10; count += 1) await fetch(`${served.url}/api/users/me`);
    const form = new FormData();
    form.set('_payload', JSON.stringify({ email: administrator.email, password: 'a wrong one' }));
    expect((await fetch(login, { method: 'POST', body: form })).status).toBe(401);
  });
});

describe('a body for the CMS’s own routes', () => {
  let portal: TestPortal;
  let people: People;
  let served: Served;

  beforeAll(async () => {
    portal = await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 0 } } });
    people = await createPeople(portal);
    served = await serve(portal);
  });

  afterAll(async () => {
    await served.close();
    await portal.stop();
  });

  it.each([
    '/api/users/login',
    '/api/users/login?a=b',
    '/api//users/login',
    '/api/users/login/',
    '/api/%75sers/login',
    '/api/graphql',
    '/admin/login',
    '/api/tickets',
  ])('is 413 over 1 MiB at %s, whether or not it tells its length', async (path) => {
    for (const chunked of [false, true]) {
      expect([chunked, await send(served.url, { path, size: mebibyte + 1, chunked })]).toEqual([
        chunked,
        413,
      ]);
      expect([chunked, await send(served.url, { path, size: mebibyte, chunked })]).not.toEqual([
        chunked,
        413,
      ]);
    }
  });

  it.each([
    ['a method in a header', { 'X-HTTP-Method-Override': 'GET' }],
    ['a form', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['a parameter that looks like a form', { 'Content-Type': 'application/json; a=multipart/form-data' }],
    ['fields of a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['compression', { 'Content-Encoding': 'gzip' }],
    ['a forged session', { Authorization: `JWT ${'x'.repeat(20)}.e30.x`, Cookie: 'payload-token=x.e30.x' }],
  ])('is 413 with %s', async (_, headers) => {
    for (const chunked of [false, true])
      expect(await send(served.url, { path: '/api/users/login', size: mebibyte + 1, chunked, headers })).toBe(
        413,
      );
  });

  it('is 413 over GraphQL if the text of its query is long, and not if its variables are', async () => {
    const ask = async (body: object) =>
      (await fetch(`${served.url}/api/graphql`, { method: 'POST', body: JSON.stringify(body) })).status;
    expect(await ask({ query: `{ ${'b '.repeat(20_000)} }` })).toBe(413);
    expect(await ask({ query: '{ b }', variables: { a: 'b'.repeat(100_000) } })).not.toBe(413);
  });

  it.each([
    '/admin/../api/graphql',
    '/admin/%2e%2E/api/graphql',
    '/admin/x\\..\\..\\api/graphql',
    // Node 20 leaves the segments of this one where they are.
    '/admin/.x/../../api/graphql',
    '/_next/static/../../api/graphql',
    '/favicon.ico/./../api/graphql',
    '/api/v1/../users/login',
    '/admin/..',
  ])('is refused at %s, which others take for another address', async (path) => {
    expect(await send(served.url, { path, body: '{"query":"{__typename}"}' })).toBe(400);
  });

  it.each(['/admin/%', '/admin/login%ff'])('is 404 at %s, which nobody can read', async (path) => {
    expect(await send(served.url, { path, body: '' })).toBe(404);
  });

  it.each(['/admin', '/api/graphql', '/api/v1/tickets'])('is 405 for TRACE at %s', async (path) => {
    expect(await send(served.url, { method: 'TRACE', path, body: '' })).toBe(405);
  });

  it('is no form over GraphQL, whose files the CMS would keep', async () => {
    const body = new FormData();
    body.set('x', new File(['the file'], 'a.txt'));
    expect((await fetch(`${served.url}/api/graphql`, { method: 'POST', body })).status).toBe(415);
  });

  const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const { status } = await fetch(`${served.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
    return status;
  };
  const values = (count: number) => JSON.stringify({ email: Array(count - 1).fill('') });
  const sessionHeaders = (who: 'client' | 'administrator') => ({ Authorization: `JWT ${people[who].token}` });

  it('is 413 as the parameters of a GET on every path, for the CMS parses it first', async () => {
    const override = { 'X-HTTP-Method-Override': 'GET' };
    const isForm = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const path of ['/api/v1/tickets', '/api/portal/v1/client/session', '/api/nothing', '/api/tickets']) {
      expect(await send(served.url, { path, size: mebibyte + 1, headers: override }), path).toBe(413);
      expect(await post(path, values(10_002), override), path).toBe(413);
      expect(await post(path, `where=${'+'.repeat(mebibyte / 8)}`, { ...override, ...isForm }), path).toBe(
        413,
      );
      const sparse = Array.from({ length: 10 }, (_, index) => `a${index}[999]=1`).join('&');
      expect(await post(path, sparse, { ...override, ...isForm }), path).toBe(400);
      expect(await post(path, 'limit=1', { ...override, ...isForm }), path).not.toBe(400);
      // The CMS pastes both into the address.
      for (const pasted of [
        { locale: `x&${sparse}` },
        { locale: [`x&${sparse}`] },
        { fallbackLocale: 'x', depth: `&${sparse}` },
      ])
        expect(await post(path, JSON.stringify(pasted), override), path).toBe(400);
      expect(await post(path, '{bad', override), path).toBe(400);
      expect(await post(path, JSON.stringify({ locale: 'pt-BR', depth: 1 }), override), path).not.toBe(400);
    }
  });

  it('may hold 10,000 values, and 100,000 if it is of the team', async () => {
    expect(await post('/api/users/login', values(10_000))).toBe(400);
    expect(await post('/api/users/login', values(10_002))).toBe(413);
    expect(await post('/api/users/login', values(10_002), sessionHeaders('client'))).toBe(413);
    expect(await post('/api/users/login', values(10_002), sessionHeaders('administrator'))).toBe(400);
    expect(await post('/api/users/login', values(100_002), sessionHeaders('administrator'))).toBe(413);
    expect(await post('/api/users/login', JSON.stringify({ email: '[,{'.repeat(20_000) }))).toBe(400);
    const likeForm = { 'Content-Type': 'application/json; a=multipart/form-data' };
    expect(await post('/api/users/login', values(10_002), likeForm)).toBe(413);
  });

  it('may hold 10,000 values over GraphQL without a session, and is JSON', async () => {
    expect(await post('/api/graphql', values(10_002))).toBe(413);
    expect(await post('/api/graphql', values(10_002), sessionHeaders('client'))).toBe(404);
    expect(await post('/api/graphql', '{bad')).toBe(400);
    expect(await post('/api/graphql', '{"query":"{__typename}"}')).toBe(404);
  });

  it('holds no object of many members in the place of a text, or of nothing', async () => {
    const members = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`k${index}`, 1]));
    const client = sessionOf(portal, people.client);
    const self = `/users/${people.client.id}`;
    expect((await client.patch(self, { name: members })).status).toBe(413);
    expect((await client.patch(self, { unknown: [members] })).status).toBe(413);
    expect((await client.patch(self, { name: { a: 1 } })).status).toBe(400);
  });

  it('is not read if it is a stranger’s upload, and is 64 KiB at most if it is another form', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const status = await new Promise((resolve, reject) => {
      const sent = { method: 'POST', headers: { ...headers, 'Content-Length': '100000' } };
      const request = httpRequest(`${served.url}/api/files`, sent, (response) =>
        resolve(response.statusCode),
      );
      request.on('error', reject);
      request.write('--x\r\n');
    });
    expect(status).toBe(403);
    const other = { path: '/api/users/login', size: 70_000 };
    expect(await send(served.url, { ...other, headers })).toBe(413);
    expect(await send(served.url, { ...other, headers: { ...headers, ...sessionHeaders('client') } })).toBe(
      413,
    );
  });

  it('is 413 over 64 KiB if the CMS is to remember it, and a client’s names for that end at 100', async () => {
    const [client, editor] = [sessionOf(portal, people.client), sessionOf(portal, people.editor)];
    const remember = (who: typeof client, key: string, size = 1) =>
      who.post(`/payload-preferences/${key}`, { value: 'x'.repeat(size) });
    for (const who of [client, editor]) {
      expect((await remember(who, 'list', 60_000)).status).toBe(200);
      expect(await remember(who, 'list', 70_000)).toMatchObject({
        status: 413,
        body: { message: 'The body is larger than 64 KiB.' },
      });
      expect((await who.post('/payload-preferences', { key: 'x', value: 1 })).status).toBe(403);
    }
    for (let count = 1; count < 100; count += 1) await remember(client, `list-${count}`);
    expect((await remember(client, 'one-more')).status).toBe(422);
    expect((await client.get('/payload-preferences?limit=0')).status).toBe(400);
    expect((await editor.delete('/payload-preferences/list-1')).status).toBe(404);
    expect((await client.delete('/payload-preferences/list-1')).status).toBe(200);
    expect((await client.delete('/payload-preferences/list-1')).status).toBe(404);
    for (let count = 0; count < 100; count += 1) await remember(editor, `list-${count}`);
    expect((await remember(editor, 'one-more')).status).toBe(200);
  });

  it('keeps no more names of a client if many come at the same moment', async () => {
    const { client, organization } = { ...people };
    const data = {
      email: 'second@example.com',
      password: 'password of second',
      role: 'client',
      organization,
    };
    const { id } = await portal.payload.create({
      collection: 'users',
      data: data as never,
      overrideAccess: true,
    });
    const { token } = await portal.payload.login({ collection: 'users', data });
    const second = sessionOf(portal, { ...client, id: Number(id), token: token ?? '' });
    const keep = async (_: unknown, at: number) =>
      (await second.post(`/payload-preferences/at-${at}`, { value: at })).status;
    const statuses = await Promise.all(Array.from({ length: 130 }, keep));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 422)).toHaveLength(30);
    expect((await second.get('/payload-preferences?limit=1')).body.totalDocs).toBe(100);
  });

  it('waits among 16 MiB of its sender at most: the others are 429, and room is left again', async () => {
    const padding = ' '.repeat(mebibyte - 100);
    const login = () =>
      fetch(`${served.url}/api/users/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: `{"email": "nobody@example.com", "password": "wrong"${padding}}`,
      });
    const lock = await lockTable(portal.databaseUrl, 'users');
    const ended: Response[] = [];
    const logins = Array.from({ length: 20 }, async () => void ended.push(await login()));
    await expect.poll(() => ended.length).toBe(4);
    await lock.unlock();
    await Promise.all(logins);
    const expected = [...Array(4).fill([429, '2']), ...Array(16).fill([401, null])];
    expect(ended.map(({ headers, status }) => [status, headers.get('Retry-After')])).toEqual(expected);
    expect((await login()).status).toBe(401);
  });

  it('may have 5 MiB with a session', async () => {
    const headers = { Authorization: `JWT ${people.client.token}` };
    for (const chunked of [false, true]) {
      const sent = { path: '/api/tickets', chunked, headers };
      expect(await send(served.url, { ...sent, size: 4 * mebibyte })).toBe(400);
      expect(await send(served.url, { ...sent, size: 5 * mebibyte + 1 })).toBe(413);
    }
  });

  it('reaches the CMS whole', async () => {
    const { token } = people.administrator;
    const body = new Blob([JSON.stringify({ name: 'Über' })]).stream();
    const response = await fetch(`${served.url}/api/organizations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `JWT ${token}` },
      ...{ body, duplex: 'half' },
    });
    expect([response.status, (await response.json()).doc.name]).toEqual([201, 'Über']);
  });

  it('is limited in an app of one’s own, too', async () => {
    const session = { Authorization: `JWT ${people.client.token}` };
    const post = async (path: string, size: number, headers: Record<string, string> = {}) => {
      const body = new Blob([JSON.stringify({ email: 'x'.repeat(size - 12) })]).stream();
      const init = { method: 'POST', body, duplex: 'half' };
      const { status } = await portal.fetch(`/api${path}`, {
        ...init,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
      return status;
    };
    expect(await post('/users/login', mebibyte + 1)).toBe(413);
    expect(await post('/users/login', mebibyte)).toBe(400);
    expect(await post('/tickets', 4 * mebibyte, session)).toBe(400);
    expect(await post('/tickets', 5 * mebibyte + 1, session)).toBe(413);
  });

  it.each(['"toolong"', '[1]', '7'])(
    'is 400 if it is %s in the place of an object, at every door',
    async (body) => {
      const client = { Authorization: `JWT ${people.client.token}` };
      const json = { 'Content-Type': 'application/json' };
      const form = () => {
        const parts = new FormData();
        parts.set('_payload', body);
        return parts;
      };
      const doors: readonly (readonly [string, RequestInit])[] = [
        ['/tickets', { method: 'POST', headers: { ...json, ...client }, body }],
        ['/tickets', { method: 'POST', headers: client, body: form() }],
        ['/files', { method: 'POST', headers: client, body: form() }],
        ['/users/me', { method: 'POST', headers: { ...json, 'X-HTTP-Method-Override': 'GET' }, body }],
        ['/users/1', { method: 'PATCH', headers: json, body }],
        ['/users/unlock', { method: 'POST', body: form() }],
        ['/globals/portal-settings', { method: 'POST', headers: json, body }],
        ['/payload-preferences/x', { method: 'POST', headers: { ...json, ...client }, body }],
      ];
      for (const [path, sent] of doors) {
        const response = await portal.fetch(`/api${path}`, sent);
        expect([path, response.status, await response.text()]).toEqual([
          ...[path, 400, expect.stringContaining('"The body must be a JSON object."')],
        ]);
      }
    },
  );
});

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

let portal: TestPortal;
let authorization: string;

beforeAll(async () => {
  portal = await startPortal({ portal: { rateLimit: { perMinute: 0 } } });
  const people = await createPeople(portal);
  const { administrator, client, organization } = people;
  authorization = `Bearer ${await makeKey(portal, administrator, { owner: client, organization })}`;
});

afterAll(() => portal.stop());

const json = 'application/json';

const post = async (body: BodyInit | null, contentType: string | null = json, headers: HeadersInit = {}) => {
  const response = await portal.fetch('/api/v1/tickets', {
    method: 'POST',
    headers: {
      Authorization: authorization,
      ...(contentType !== null && { 'Content-Type': contentType }),
      ...headers,
    },
    ...(body !== null && { body }),
    duplex: 'half',
  } as RequestInit);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
};

const nested = (open: string, close: string, depth: number) =>
  `{"subject":"a","description":${open.repeat(depth)}1${close.repeat(depth)}}`;

describe('a body', () => {
  it.each(
    [
      ['{', json, 400],
      ['', json, 400],
      ['  ', json, 400],
      ['{"subject":"a"}x', json, 400],
      ["{'subject':'a'}", json, 400],
      [new Uint8Array([0x7b, 0xff, 0x7d]), json, 400],
      ['\ufeff{', json, 400],
      ['null', json, 422],
      ['[]', json, 422],
      ['"text"', json, 422],
      ['7', json, 422],
      [nested('[', ']', 100_000), json, 422],
      [nested('{"a":', '}', 100_000), json, 422],
      // Its levels are counted before it is parsed.
      ['['.repeat(100_000) + ']'.repeat(100_000), json, 422],
      ['['.repeat(100_000), json, 400],
      ['{"subject":"a"}', null, 415],
      ['{"subject":"a"}', 'text/plain', 415],
      ['{"subject":"a"}', 'application/json; charset=latin1', 415],
      ['{"subject":"a"}', 'application/vnd.api+json', 415],
      ['subject=a', 'application/x-www-form-urlencoded', 415],
      ['{"subject":"a"}', 'multipart/form-data; boundary=x', 415],
      [`{"subject":"${'a'.repeat(1024 * 1024)}"}`, json, 413],
      ['{"subject":"a","__proto__":{"status":"closed"}}', json, 422],
      ['{"subject":"a","constructor":{"prototype":{}}}', json, 422],
      ['{"subject":["a"]}', json, 422],
      ['{"subject":{"toString":1}}', json, 422],
      ['{"subject":"\\ud800"}', json, 422],
      ['{"subject":"\\u0000"}', json, 422],
    ].map(([body, contentType, expected], index) => [index, expected, body, contentType] as const),
  )('number %d is %d', async (_index, expected, body, contentType) => {
    const { status, body: error, headers } = await post(body as BodyInit, contentType as string | null);
    expect([status, error.request_id]).toEqual([expected, headers.get('X-Request-Id')]);
  });

  it('may hold 10,000 values', async () => {
    const { status, body } = await post(
      JSON.stringify({ subject: 'a', tags: Array(10_000).fill('a') }),
      json,
    );
    expect([status, body.details]).toEqual([
      422,
      [{ path: '', message: 'The body holds more than 10000 values, or nests them too deeply.' }],
    ]);
  });

  it('is read as JSON regardless of the case and parameters of its media type', async () => {
    for (const type of [
      'Application/JSON',
      'application/json;charset="UTF-8"',
      'application/json ; charset=utf8',
    ]) {
      expect((await post('{"subject":"a"}', type)).status).toBe(201);
    }
  });

  it('with a content encoding is 415, and nothing is stored', async () => {
    for (const encoding of ['gzip', 'br', 'zstd', 'identity, gzip']) {
      const { status, body } = await post('{"subject":"packed"}', json, { 'Content-Encoding': encoding });
      expect([status, body.error]).toEqual([415, 'unsupported_media_type']);
    }
    expect(await query(portal.databaseUrl, `select 1 from tickets where subject = 'packed'`)).toEqual([]);
    expect((await post('{"subject":"a"}', json, { 'Content-Encoding': 'Identity' })).status).toBe(201);
  });

  it('without a length is read only up to 1 MiB', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
        if (sent > 100 * 1024 * 1024) controller.close();
      },
    });
    const { status, body } = await post(endless);
    expect([status, body.error]).toEqual([413, 'payload_too_large']);
    expect(sent).toBeLessThan(3 * 1024 * 1024);
  });

  it('may hold any Unicode text, which is returned unchanged', { timeout: 120_000 }, async () => {
    const line = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 255 })
      .filter((text) => text.trim() !== '' && !/[\0\n\v\f\r\u0085\u2028\u2029]/.test(text));
    const text = fc.string({ unit: 'binary', maxLength: 2_000 }).filter((value) => !value.includes('\0'));
    await fc.assert(
      fc.asyncProperty(line, text, async (subject, description) => {
        const { status, body } = await post(JSON.stringify({ subject, description }));
        expect([status, body.subject, body.description]).toEqual([201, subject, description]);
      }),
      { numRuns: 60 },
    );
  });

  it('that is not a ticket changes nothing', { timeout: 120_000 }, async () => {
    const count = () => query(portal.databaseUrl, 'select count(*)::int as n from tickets');
    const before = await count();
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const { status } = await post(body);
        expect([400, 422]).toContain(status);
      }),
      { numRuns: 100 },
    );
    expect(await count()).toEqual(before);
  });
});

describe('a request', () => {
  const send = async (
    method: string,
    path: string,
    headers: HeadersInit = { Authorization: authorization },
  ) => {
    const response = await portal.fetch(`/api${path}`, { method, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  };

  it('to an unknown path is 404, or 401 without a key', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/tickets/',
      '/v1/tickets/1/nothing',
      '/v1/tickets/%00',
      '/v1/tickets/%',
      '/v1/tickets/a%2Fb',
    ]) {
      expect([path, (await send('GET', path)).status]).toEqual([path, 404]);
      expect([path, (await send('GET', path, {})).status]).toEqual([path, 401]);
    }
  });

  it('for an impossible id is 404', async () => {
    for (const id of [
      '0',
      'x',
      '-1',
      '2147483648',
      '99999999999999999999',
      'null',
      'undefined',
      'constructor',
    ]) {
      expect([id, (await send('GET', `/v1/tickets/${id}`)).status]).toEqual([id, 404]);
    }
  });

  it('by an unsupported method gets the supported ones', async () => {
    const { status, headers, body } = await send('DELETE', '/v1/tickets');
    expect([status, body.error, headers.get('Allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, POST, OPTIONS',
    ]);
  });

  it('by an unknown method is refused in the same shape', async () => {
    const { status, headers, body } = await send('PROPFIND', '/v1/tickets');
    expect([status, body.error]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect((await send('PROPFIND', '/v1/tickets', {})).status).toBe(401);
  });

  it('by HEAD is answered like GET, without a body', async () => {
    const head = await send('HEAD', '/v1/tickets');
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });

  it('by OPTIONS gets the methods, without credentials', async () => {
    const { status, headers } = await send('OPTIONS', '/v1/tickets/7', {});
    expect([status, headers.get('Allow')]).toEqual([204, 'GET, HEAD, PATCH, OPTIONS']);
  });

  it('is refused for its parameters and its body in one response', async () => {
    const response = await portal.fetch('/api/v1/tickets?dry_run=1', {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': json },
      body: '{"priority":"huge"}',
    });
    const { details } = (await response.json()) as { details: { path: string }[] };
    expect(details.map(({ path }) => path).sort()).toEqual(['dry_run', 'priority', 'subject']);
  });

  it('gets problems if it asks for them', async () => {
    const { body, headers } = await send('GET', '/v1/tickets/0', {
      Authorization: authorization,
      Accept: 'application/problem+json',
    });
    expect(headers.get('Content-Type')).toBe('application/problem+json');
    expect(body).toStrictEqual({
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      detail: body.message,
      error: 'not_found',
      message: expect.any(String),
      request_id: headers.get('X-Request-Id'),
    });
  });

  it.each([
    ['application/json, application/problem+json;q=0.1', false],
    ['application/json;q=0.9, application/problem+json', true],
    ['application/problem+json;q=0', false],
    ['application/problem+json, */*', true],
    ['*/*', false],
    ['nonsense', false],
  ])('with `Accept: %s` gets problem details: %s', async (accept, isProblem) => {
    const { headers } = await send('GET', '/v1/tickets/0', { Authorization: authorization, Accept: accept });
    expect(headers.get('Content-Type')?.includes('problem')).toBe(isProblem);
  });
});

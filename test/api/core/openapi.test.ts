import { createHash } from 'node:crypto';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDocument } from '../../../src/core/http/openapi/document.ts';
import { renderPage } from '../../../src/core/http/openapi/page/page.ts';
import { pageHeaders } from '../../../src/core/http/openapi/page/style.ts';
import { declaredBy } from '../../../src/core/http/openapi/webhooks.ts';
import { keyScopeOf, usersOf } from '../../../src/core/http/operation.ts';
import { features } from '../../../src/features.ts';
import { operationsOf } from '../../support/portal/context.ts';
import { serverUrl, startPortal, type TestPortal } from '../../support/portal/payload.ts';

const operations = operationsOf();

let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal();
});

afterAll(() => portal.stop());

const read = async (path: string, init?: RequestInit) => {
  const response = await portal.fetch(`/api/v1/${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const readDocument = async () => JSON.parse((await read('openapi.json')).text);

describe('GET /v1/openapi.json', () => {
  it('lints clean', async () => {
    const { text: source } = await read('openapi.json');
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    const found = problems.map(
      ({ message, location, ruleId }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
    );
    expect(found, found.join('\n')).toEqual([]);
  });

  it.each(['openapi.json', 'docs'])('serves %s without credentials, and counts no one', async (path) => {
    const { status, headers } = await read(path);
    expect(status).toBe(200);
    expect(headers.get('RateLimit')).toBeNull();
    expect(headers.get('RateLimit-Policy')).toBeNull();
    expect(headers.get('X-Request-Id')).not.toBeNull();
  });

  it('describes each part of the API, once', async () => {
    const { tags, paths, webhooks } = await readDocument();
    const used = Object.values({ ...paths, ...webhooks }).flatMap((item) =>
      Object.values(item as Record<string, { tags: string[] }>).flatMap((operation) => operation.tags),
    );
    expect(tags.map(({ name }: { name: string }) => name)).toEqual([...new Set(used)]);
  });

  it('is built once', async () => {
    const [first, again] = [await read('openapi.json'), await read('openapi.json')];
    expect(again.text).toBe(first.text);
    expect(await read('docs?theme=dark')).toMatchObject({ status: 422 });
  });

  it.each(['openapi.json', 'docs'])(
    'encodes %s once for all requests, and tells its length',
    async (path) => {
      const bytes = async () => {
        const { headers, body } = await portal.fetch(`/api/v1/${path}`);
        return {
          length: Number(headers.get('Content-Length')),
          chunk: (await body?.getReader().read())?.value,
        };
      };
      const [first, again] = [await bytes(), await bytes()];
      expect(first.chunk?.byteLength).toBe(first.length);
      expect(again.chunk).toBe(first.chunk);
    },
  );

  it('states the API’s URL, the version of OpenAPI, and each event', async () => {
    const document = await readDocument();
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: `${serverUrl}/api` }]);
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(declaredBy(features).events));
  });

  it('names the scope and the credentials of each operation', async () => {
    const document = await readDocument();
    for (const operation of operations) {
      const { kind, method, path } = operation;
      const isForClients = path.startsWith('/portal/v1/client/');
      const users = isForClients ? null : usersOf(operation);
      const scope = users && keyScopeOf(users);
      const described = document.paths[path][method.toLowerCase()];
      expect(described['x-required-scope'] ?? null, path).toBe(scope);
      if (scope) expect(described.description, path).toContain(scope);
      const names = described.security.flatMap((one: object) => Object.keys(one));
      if (kind === 'holders') {
        const schemes: Record<string, readonly string[]> = {
          tick: ['cronSecret'],
          receive_inbound_mail: ['inboundSecret', 'inboundPassword'],
          receive_mail_events: ['providerSignature', 'providerPassword'],
        };
        // The others are open to everyone, or have their secret in the path.
        expect(names, path).toEqual(schemes[operation.name] ?? []);
        continue;
      }
      if (isForClients) {
        expect(names, path).toEqual(['clientSession']);
        continue;
      }
      const takesSessions = path.startsWith('/portal/') && operation.name !== 'mcp';
      const bySession = takesSessions ? ['sessionCookie', 'sessionToken'] : [];
      const byLink = path.startsWith('/portal/v1/uploads') ? ['link'] : [];
      expect(names, path).toEqual(
        kind === 'open' ? [] : [...(scope ? ['apiKey'] : []), ...bySession, ...byLink],
      );
    }
  });

  it('describes each kind of credential that an operation requires, and no other', async () => {
    const { components, paths } = await readDocument();
    const required = Object.values(paths).flatMap((item) =>
      Object.values(item as Record<string, { security: object[] }>).flatMap(({ security }) =>
        security.flatMap((one) => Object.keys(one)),
      ),
    );
    expect(new Set(Object.keys(components.securitySchemes))).toEqual(new Set(required));
  });

  it('shows an example of every body, response and error', async () => {
    const document = await readDocument();
    const bodies = [
      ...Object.values(document.paths).flatMap((item) => Object.values(item as object)),
      ...Object.values(document.webhooks).map((item) => (item as { post: object }).post),
    ].flatMap(({ requestBody, responses }) => [
      ...Object.entries(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap((one) =>
        Object.entries((one as { content?: object }).content ?? {}),
      ),
    ]);
    const shared = Object.values(document.components.responses).flatMap((one) =>
      Object.entries((one as { content: object }).content),
    );
    const isPlain = ([type]: [string, unknown]) => type.endsWith('json');
    for (const [, content] of [...bodies, ...shared].filter(isPlain)) {
      const { schema, example, examples } = content as Record<string, object>;
      if (Object.keys(schema ?? {}).length > 0)
        expect(example ?? examples, JSON.stringify(schema)).toBeDefined();
    }
  });

  it('says nothing of limits if there are none', () => {
    const document = buildDocument({
      // The sign-in, links and the mails of transfers have limits of their own.
      operations: operations.filter(
        ({ kind, errors = [] }) => kind !== 'holders' && !errors.includes('rate_limited'),
      ),
      ...declaredBy(features),
      config: portal.config,
      opened: {},
      options: {
        prefix: '',
        rateLimit: { perMinute: 0 },
        roles: { technical: [], resolve: null, organizationsOf: null, access: {}, scopes: {} },
      },
    });
    expect(JSON.stringify(document)).not.toMatch(/"429"|RateLimit/);
  });
});

describe('GET /v1/docs', () => {
  it('runs no script, loads nothing, and has only the style that its policy allows', async () => {
    const { text, headers } = await read('docs');
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(text).not.toMatch(/<script|<link|<img|<iframe|\sstyle=|\son\w+=|@import|url\(/i);
  });

  it('has an anchor for every operation and event, and no dead links', async () => {
    const { text } = await read('docs');
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(operations.map(({ name }) => name)));
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('escapes HTML in descriptions', async () => {
    const document = await readDocument();
    const page = renderPage({
      ...document,
      info: { ...document.info, description: '<script>alert(1)</script> `<b>`' },
    });
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<b>');
    expect(pageHeaders['Content-Type']).toContain('text/html');
  });
});

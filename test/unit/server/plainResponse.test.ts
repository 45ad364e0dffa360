import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, test } from 'vitest';
import type { GatewayRequest } from '../../../src/server/http/exchange.ts';
import { respondMissing, respondUnavailable } from '../../../src/server/http/plainResponse.ts';
import { refuse, tooSlow } from '../../../src/server/http/refusals.ts';
import { routeOf } from '../../../src/server/http/routes.ts';

let stop = (): void => {};
afterEach(() => stop());

const ask = async (listener: RequestListener, accept: string): Promise<Response> => {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stop = () => void server.close();
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers: { accept } });
};

describe('an address with nothing', () => {
  it('gives a browser a page that leads to the tickets and to the admin', async () => {
    const answer = await ask(respondMissing, 'text/html,application/xhtml+xml');
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page).toContain('href="/support"');
    expect(page).toContain('href="/admin"');
  });

  it('gives a program JSON', async () => {
    const answer = await ask(respondMissing, 'application/json');
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ error: 'not_found' }),
    ]);
  });

  it.each(['/wp-login.php', '/administrator', '/tickets/1'])('is %s', (path) => {
    expect(routeOf(path)).toBe('none');
  });

  it.each(['/admin', '/admin/login', '/_next/image', '/favicon.ico'])('is not %s', (path) => {
    expect(routeOf(path)).not.toBe('none');
  });
});

describe('a portal that is away', () => {
  it('gives a browser a page that loads itself again', async () => {
    const answer = await ask(respondUnavailable, 'text/html');
    expect([answer.status, answer.headers.get('refresh')]).toEqual([503, '5']);
    expect(await answer.text()).toContain('loads itself again');
  });

  it('gives a program JSON', async () => {
    const answer = await ask(respondUnavailable, '*/*');
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ error: 'unavailable' }),
    ]);
  });
});

test('a body that came too slowly may come again, and the response says when', async () => {
  const answer = await ask(
    (request, response) => void refuse({ request, response, requestId: 'r' } as GatewayRequest, tooSlow),
    '*/*',
  );
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
});

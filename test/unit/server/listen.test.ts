import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/server/http/listen.ts';

const ask = async (port: number, headers: Record<string, string>) => {
  const sent = send({ host: '127.0.0.1', port, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
};

test('an `Expect` that the server does not know is 417 in the form of its errors, with the id of the request', async () => {
  const server = await listen(
    { host: '127.0.0.1', port: 0 },
    (_request, response) => void response.end('ok'),
  );
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const refused = await ask(port, { Expect: '200-odd', 'X-Request-Id': 'of-the-client' });
  expect([refused.status, refused.headers['x-request-id']]).toEqual([417, 'of-the-client']);
  expect(JSON.parse(refused.body)).toMatchObject({
    error: 'expectation_failed',
    request_id: 'of-the-client',
  });
  expect((await ask(port, { Expect: '200-odd' })).headers['x-request-id']).toMatch(/./);
  expect((await ask(port, { Expect: '100-continue' })).body).toBe('ok');
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boundPace } from '../../../src/server/http/boundRequest.ts';

const halfMinute = 30_000;
const server = createServer();
let client: Socket;
let isClosed: boolean;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  isClosed = false;
  client
    .on('error', () => {})
    .once('close', () => {
      isClosed = true;
    });
});

afterEach(async () => {
  vi.useRealTimers();
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends the head of a request, and the beginning of its body. */
const begin = async (length: number, beginning: string): Promise<[IncomingMessage, ServerResponse]> => {
  client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${beginning}`);
  const exchange = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  boundPace(exchange[0]);
  return exchange;
};

test('a body that comes byte by byte ends its connection, and no body that merely pauses', async () => {
  const [request] = await begin(1_000_000, 'x');
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
  });
  const send = async (more: string) => {
    const before = bytes;
    client.write(more);
    await expect.poll(() => bytes).toBe(before + more.length);
  };
  await expect.poll(() => bytes).toBe(1);
  for (let pause = 0; pause < 3; pause += 1) {
    vi.advanceTimersByTime(halfMinute);
    await send('x'.repeat(8_192));
    vi.advanceTimersByTime(halfMinute);
  }
  await send('x');
  vi.advanceTimersByTime(halfMinute);
  expect(request.socket.destroyed).toBe(false);
  await send('x');
  vi.advanceTimersByTime(halfMinute);
  await expect.poll(() => isClosed).toBe(true);
});

test('a body that waits to be read keeps its connection', async () => {
  const body = 'x'.repeat(1_000_000);
  const [request, response] = await begin(body.length, body);
  await expect.poll(() => request.readableLength).toBeGreaterThan(0);
  vi.advanceTimersByTime(10 * halfMinute);
  expect((await buffer(request)).byteLength).toBe(body.length);
  response.end('read');
  expect(String((await once(client, 'data'))[0])).toContain('200 OK');
  vi.advanceTimersByTime(10 * halfMinute);
  expect(isClosed).toBe(false);
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildUnreadBound } from '../../../src/server/http/boundRequest.ts';

const size = 32 * 1024 * 1024;

test('responses that no one reads end with their connections: the oldest of the address that keeps most', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const boundUnread = buildUnreadBound(2.5 * size);
  const sent = new Map<string, ServerResponse>();
  const server = createServer((request, response) => {
    const [, address = '', name = ''] = request.url?.split('/') ?? [];
    boundUnread(response, address);
    sent.set(name, response);
    response.end(Buffer.alloc(size));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const ask = async (path: string): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const name = path.split('/').at(-1) ?? '';
    await expect.poll(() => sent.has(name)).toBe(true);
    return socket;
  };
  const ended = () => [...sent].flatMap(([name, { destroyed }]) => (destroyed ? name : []));

  const other = await ask('/203.0.113.1/other');
  await ask('/203.0.113.2/first');
  vi.advanceTimersByTime(1_000);
  expect(ended()).toEqual([]);
  await ask('/203.0.113.2/second');
  await ask('/203.0.113.2/third');
  vi.advanceTimersByTime(1_000);
  expect(ended()).toEqual(['first', 'second']);
  let read = 0;
  other.on('data', (chunk: Buffer) => {
    read += chunk.byteLength;
  });
  other.resume();
  await once(other, 'end');
  expect(read).toBeGreaterThan(size);
  vi.advanceTimersByTime(1_000);
  expect(ended()).not.toContain('third');
});

import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneByOne } from '../../../src/server/http/listen.ts';

const served: { readonly path: string; readonly response: ServerResponse }[] = [];
const server = createServer(
  oneByOne(({ url = '' }, response) => {
    served.push({ path: url, response });
  }),
);
let client: Socket;
let received: string;

beforeEach(async () => {
  served.length = 0;
  received = '';
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.on('data', (data) => {
    received += String(data);
  });
});

afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const send = (count: number): void => {
  const paths = Array.from({ length: count }, (_, index) => `/${index}`);
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
};

const pathsAre = (paths: readonly string[]) =>
  vi.waitFor(() => expect(served.map(({ path }) => path)).toEqual(paths), 30_000);

test('the requests of a connection are handed over one after the other', async () => {
  send(3);
  await pathsAre(['/0']);
  await sleep(50);
  await pathsAre(['/0']);
  served[0]?.response.end('first');
  await pathsAre(['/0', '/1']);
  served[1]?.response.end('second');
  await pathsAre(['/0', '/1', '/2']);
  served[2]?.response.end('third');
  await vi.waitFor(() => expect(received).toMatch(/first.*second.*third/s), 30_000);
  send(1);
  await pathsAre(['/0', '/1', '/2', '/0']);
});

test('a broken connection hands over none of those that wait', async () => {
  send(3);
  await pathsAre(['/0']);
  client.destroy();
  await vi.waitFor(() => expect(served[0]?.response.closed).toBe(true), 30_000);
  await sleep(50);
  await pathsAre(['/0']);
});

test('a connection with too many of them is closed', async () => {
  const closed = new Promise((resolve) => client.once('close', resolve));
  send(102);
  await closed;
  await pathsAre(['/0']);
});

test('other connections have their turn between two of them, even if no response waits for anything', async () => {
  const order: string[] = [];
  const quick = createServer(
    oneByOne(({ url = '' }, response) => {
      order.push(url);
      response.end();
    }),
  );
  await new Promise<void>((resolve) => quick.listen(0, '127.0.0.1', resolve));
  const { port } = quick.address() as AddressInfo;
  const [flood, other] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  try {
    await Promise.all([flood, other].map((one) => new Promise((resolve) => one.once('connect', resolve))));
    flood.write('GET /flood HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100));
    other.write('GET /other HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => order).toHaveLength(101);
    expect(order.indexOf('/other')).toBeLessThan(50);
  } finally {
    flood.destroy();
    other.destroy();
    await new Promise((resolve) => quick.close(resolve));
  }
});

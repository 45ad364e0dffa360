import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundChunks } from '../../../src/server/http/boundRequest.ts';

const server = createServer(async (request, response) => {
  boundChunks(request);
  let bytes = 0;
  try {
    for await (const chunk of request) bytes += (chunk as Buffer).byteLength;
    response.end(`${bytes} bytes`);
  } catch {
    bytes = 0;
  }
});
let client: Socket;

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
});

afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** @returns all that the server sends */
const send = (chunks: string): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    client.on('data', (data) => {
      received += String(data);
    });
    client.once('close', () => resolve(received));
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    client.write(`${head}${chunks}0\r\n\r\n`);
  });

test('a body in too many tiny chunks ends its connection', async () => {
  expect(await send('1\r\na\r\n'.repeat(20_000))).toBe('');
});

test.each([
  ['some tiny chunks', '1\r\na\r\n'.repeat(9_000), 9_000],
  ['many chunks of a usual size', `100\r\n${'a'.repeat(256)}\r\n`.repeat(20_000), 256 * 20_000],
])('a body in %s arrives', async (_, chunks, bytes) => {
  expect(await send(chunks)).toContain(`${bytes} bytes`);
});

import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionOf } from '../../../src/core/request/connection.ts';
import type { PartRange } from '../../../src/features/files/serving/range.ts';
import { sentStream } from '../../../src/features/files/serving/serveBytes.ts';
import { respondOverPayload } from '../../../src/server/http/respondOverPayload.ts';

const chunk = 64 * 1024;
const total = 800 * chunk;

const reports: PartRange[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  const availability = {
    isAvailable: true,
    check: async () => true,
    onAway: () => () => {},
    wasDisturbedSince: () => false,
  };
  const config = { csrf: [], cookiePrefix: 'payload', serverURL: '' };
  async function* bytes() {
    for (let sent = 0; sent < total; sent += chunk) yield new Uint8Array(chunk);
  }
  const handle = async (request: Request) => {
    const connection = connectionOf(request);
    const body = sentStream({ bytes: bytes(), start: 0, connection, report: (sent) => reports.push(sent) });
    return new Response(body, { headers: { 'Content-Length': String(total) } });
  };
  server = createServer((request, response) => {
    const client = { host: 'localhost', protocol: 'http' };
    const exchange = { request, response, client, requestId: 'x', target: { path: '/file', query: '' } };
    void respondOverPayload(exchange as never, { availability, config, handle } as never);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('the portal’s own server tells that the last byte of an answer went out, only after the client took it', async () => {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve) => get(url, resolve));
  // The client reads nothing yet, so that the system takes no more than its buffers hold.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(reports).toEqual([]);
  let size = 0;
  for await (const part of response) size += (part as Buffer).length;
  expect(size).toBe(total);
  await expect.poll(() => reports).toEqual([{ start: 0, end: total - 1 }]);
});

it('an answer whose client leaves in the middle is not told as whole', async () => {
  reports.length = 0;
  const request = get(url, (response) => {
    let size = 0;
    response.on('data', (part: Buffer) => {
      size += part.length;
      if (size > 10 * chunk) response.destroy();
    });
  });
  request.on('error', () => {});
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]?.end).toBeLessThan(total - 1);
  expect(reports[0]?.end).toBeGreaterThan(chunk);
});

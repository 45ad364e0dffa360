import { Agent, createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { afterEach, describe, expect, test } from 'vitest';
import { endUnreadBody } from '../../../src/server/http/plainResponse.ts';
import type { TestPortal } from '../../support/portal/payload.ts';
import { serve as serveByGateway } from '../../support/portal/serve.ts';

let server: Server;
let address: string;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const serve = async (handle: (request: Request) => Promise<Response> | Response): Promise<void> => {
  server = createServer(async (request, response) => {
    const answer = await handle(createRequest(request, response));
    endUnreadBody(request, response);
    await sendResponse(response, answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const chunk = new Uint8Array(65_536);

describe('a request on its way through the server', () => {
  test('brings its body as it comes, and never whole', async () => {
    const chunks = 8_000;
    let received = 0;
    const before = process.memoryUsage().rss;
    let highest = before;
    await serve(async (request) => {
      for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
        received += part.byteLength;
        highest = Math.max(highest, process.memoryUsage().rss);
      }
      return Response.json({ received });
    });
    const body = Readable.from(
      (function* () {
        for (let index = 0; index < chunks; index += 1) yield chunk;
      })(),
    );
    await fetch(address, {
      method: 'POST',
      body: Readable.toWeb(body) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    expect(received).toBe(chunks * chunk.byteLength);
    expect(highest - before).toBeLessThan(200_000_000);
  });

  test('tells the handler when the client goes away', async () => {
    let sawAbort = (): void => {};
    const aborted = new Promise<void>((seen) => {
      sawAbort = seen;
    });
    const leaving = new AbortController();
    await serve((request) => {
      request.signal.addEventListener('abort', sawAbort);
      leaving.abort();
      return new Promise<Response>(() => {});
    });
    await fetch(address, { signal: leaving.signal }).catch(() => null);
    await aborted;
  });

  test('ends the body with an error when the client goes away in its middle', async () => {
    let failure: unknown = null;
    await serve(async (request) => {
      try {
        await request.text();
      } catch (error) {
        failure = error;
      }
      return new Response();
    });
    const upload = send(address, { method: 'POST', headers: { 'Content-Length': '1000' } });
    upload.on('error', () => {});
    upload.write('half');
    setTimeout(() => upload.destroy(), 100);
    await expect.poll(() => failure).toBeInstanceOf(Error);
  });

  test('is answered though its body was not read, and may send it to its end', async () => {
    await serve(() => new Response('too large', { status: 413 }));
    const body = Readable.toWeb(Readable.from(Array.from({ length: 500 }, () => chunk))) as ReadableStream;
    const answer = await fetch(address, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect([answer.status, await answer.text()]).toEqual([413, 'too large']);
  });

  test('leaves the connection to the next one, though its body was not read', async () => {
    await serve(() => new Response('no', { status: 401 }));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const asking = send(address, { agent, method: 'POST', headers: { 'Content-Length': '200000' } });
        asking.once('error', reject);
        asking.once('response', (answer) => answer.resume().once('end', () => resolve(answer.statusCode)));
        // The rest comes after the headers, and is more than is buffered.
        asking.flushHeaders();
        setTimeout(() => asking.end(Buffer.alloc(200_000)), 50);
      });
    expect([await ask(), await ask(), await ask()]).toEqual([401, 401, 401]);
    agent.destroy();
  });

  test('is cut off if its body never ends', async () => {
    await serve(() => new Response('too large', { status: 413 }));
    const upload = send(address, { method: 'POST', headers: { 'Content-Length': '50000000' } });
    const cutOff = new Promise((seen) => upload.once('close', seen));
    upload.on('error', () => {});
    const status = new Promise((answered) =>
      upload.once('response', (answer) => answered(answer.resume().statusCode)),
    );
    upload.write(chunk);
    expect(await status).toBe(413);
    await cutOff;
  });
});

describe('an answer on its way through the server', () => {
  test('keeps every cookie, its status and its headers', async () => {
    await serve(() => {
      const headers = new Headers({ 'X-Kind': 'plain' });
      headers.append('Set-Cookie', 'a=1; Path=/');
      headers.append('Set-Cookie', 'b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT');
      return new Response('made', { status: 201, headers });
    });
    const answer = await fetch(address);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('X-Kind')).toBe('plain');
    expect(answer.headers.getSetCookie()).toEqual([
      'a=1; Path=/',
      'b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT',
    ]);
    expect(await answer.text()).toBe('made');
  });

  test('has no body for HEAD', async () => {
    await serve((request) => new Response(request.method, { headers: { 'Content-Length': '3' } }));
    const answer = await fetch(address, { method: 'HEAD' });
    expect(answer.headers.get('Content-Length')).toBe('3');
    expect(await answer.text()).toBe('');
  });

  test('is not made for HEAD', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        cancelled = true;
      },
    });
    const handle = async () => new Response(body, { headers: { 'Content-Length': '3' } });
    const config = { csrf: [], routes: { api: '/api', graphQL: '/graphql' } };
    const portal = { handle, config, payload: {} };
    const served = await serveByGateway(portal as unknown as TestPortal, { asApp: true });
    const answer = await fetch(`${served.url}/api/endless`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('Content-Length'), cancelled]).toEqual([200, '3', true]);
    await served.close();
  });

  test('is made no faster than the client takes it, and no more once it has gone', async () => {
    let made = 0;
    let cancelled = false;
    await serve(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              made += 1;
              controller.enqueue(chunk);
            },
            cancel: () => {
              cancelled = true;
            },
          }),
        ),
    );
    const download = send(address, (answer) => answer.pause());
    download.on('error', () => {});
    download.end();
    const isStill = async () => {
      const before = made;
      await new Promise((passed) => setTimeout(passed, 500));
      return made === before;
    };
    await expect.poll(isStill).toBe(true);
    download.destroy();
    await expect.poll(() => cancelled).toBe(true);
  });
});

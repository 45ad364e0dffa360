import { once } from 'node:events';
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { SanitizedConfig } from 'payload';
import { appFolder } from './bundle.ts';

interface Portal {
  readonly config: SanitizedConfig;
  readonly payloadInstanceCacheKey: string;
}

/** By the header that names one; the app's route finds it here. */
const portals = new Map<string, Portal>();
Reflect.set(globalThis, Symbol.for('test-host.portals'), portals);

/** What a portal answers over HTTP, served by Next. */
export const handlerOf = (portal: Portal): ((request: Request) => Promise<Response>) => {
  portals.set(portal.payloadInstanceCacheKey, portal);
  return async (request) => send(request, portal.payloadInstanceCacheKey, await portOfNext());
};

/** By Node's own client, for `fetch` chooses the `Host` and adds headers. */
const send = (request: Request, portal: string, port: number): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { pathname, search, host } = new URL(request.url);
    const outgoing = sendRequest({
      host: '127.0.0.1',
      port,
      agent: false,
      method: request.method,
      path: pathname + search,
      headers: { host, ...Object.fromEntries(request.headers), 'x-test-portal': portal },
      signal: request.signal,
    });
    outgoing.on('response', (incoming) => resolve(responseOf(incoming)));
    outgoing.on('error', reject);
    if (!request.body) return void outgoing.end();
    const body = Readable.fromWeb(request.body as ReadableStream);
    // The answer may be there before the end of the request, which then is not sent.
    body.on('error', (error) => outgoing.destroy(error));
    outgoing.on('close', () => body.destroy());
    body.pipe(outgoing);
  });

/** What the line, Next and the app's own `next.config` add to every answer. */
const added = [
  'accept-ch',
  'connection',
  'critical-ch',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-powered-by',
];

const responseOf = (incoming: IncomingMessage): Response => {
  const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct)
    .filter(([name]) => !added.includes(name))
    .flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]));
  const hasBody = ![204, 205, 304].includes(status);
  if (!hasBody) incoming.resume();
  const body = hasBody ? (Readable.toWeb(incoming) as BodyInit) : null;
  return new Response(body, { status, statusText, headers });
};

let listening: Promise<number> | undefined;

/** Starts Next in this process with the first request. */
const portOfNext = (): Promise<number> => {
  listening ??= startNext(appFolder());
  return listening;
};

const startNext = async (dir: string): Promise<number> => {
  // Of these Next makes the URL of a request, whatever its `Host`.
  const origin = { hostname: 'portal.test', port: 80 };
  const app = createRequire(join(dir, 'package.json'))('next')({ dev: false, dir, quiet: true, ...origin });
  await app.prepare();
  const server = createServer(app.getRequestHandler()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return (server.address() as AddressInfo).port;
};

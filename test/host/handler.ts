import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import type { SanitizedConfig } from 'payload';
import { Agent } from 'undici';
import { appFolder } from './bundle.ts';

interface Portal {
  readonly config: SanitizedConfig;
  readonly payloadInstanceCacheKey: string;
}

/** By the header that names one; the app's route finds it here. */
const portals = new Map<string, Portal>();
Reflect.set(globalThis, Symbol.for('test-host.portals'), portals);

/** What the line, Next and the app's own `next.config` add to every answer. */
const added = [
  'accept-ch',
  'connection',
  'content-encoding',
  'critical-ch',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-powered-by',
];

/** What a portal answers over HTTP, served by Next. */
export const handlerOf = (portal: Portal): ((request: Request) => Promise<Response>) => {
  portals.set(portal.payloadInstanceCacheKey, portal);
  return async (request) => {
    const headers = new Headers(request.headers);
    headers.set('x-test-portal', portal.payloadInstanceCacheKey);
    const { dispatcher } = await served();
    const init = { dispatcher, redirect: 'manual' };
    const answer = await fetch(new Request(request, { headers }), init as RequestInit);
    const { status, statusText, body } = answer;
    const own = [...answer.headers].filter(([name]) => !added.includes(name));
    return new Response(body, { status, statusText, headers: own });
  };
};

let serving: Promise<{ dispatcher: Agent }> | undefined;

const served = () => {
  serving ??= serve(appFolder());
  return serving;
};

const serve = async (dir: string) => {
  const next = createRequire(join(dir, 'package.json'))('next');
  const app = next({ dev: false, dir, quiet: true });
  await app.prepare();
  const server = createServer(app.getRequestHandler()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  // Whatever address a request has, it is this server's.
  return { dispatcher: new Agent({ connect: (_options, done) => {
    const socket = connect(port, '127.0.0.1', () => done(null, socket));
    socket.once('error', (error) => done(error, null));
    return socket;
  } }) };
};

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SanitizedConfig } from 'payload';
import { appFolder } from './bundle.ts';

interface Served {
  readonly config: SanitizedConfig;
  readonly key: string;
}

const portals = Symbol.for('payload-support-portal.test.portals');

const holder = globalThis as { [portals]?: Map<string, Served> };

let origin: Promise<string> | undefined;

/** The built app, served by Next in this process on a port of its own. */
const startNext = async (): Promise<string> => {
  const folder = appFolder();
  const { config } = JSON.parse(readFileSync(join(folder, '.next/required-server-files.json'), 'utf8'));
  // Where a standalone server finds the config, which is not among the traced files.
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  const next = createRequire(join(folder, 'package.json'))('next');
  const app = next({ dev: false, dir: folder, conf: config, hostname: '127.0.0.1', port: 0 });
  await app.prepare();
  const server = createServer(app.getRequestHandler());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Has Next serve a portal: a function that sends a request to it over HTTP, under the address that the request names. */
export const serveByNext = (served: Served): ((request: Request) => Promise<Response>) => {
  holder[portals] ??= new Map();
  holder[portals].set(served.key, served);
  return async (request) => {
    origin ??= startNext();
    const { host, pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set('X-Test-Portal', served.key);
    if (!headers.has('Host')) headers.set('Host', host);
    const { method, body, signal } = request;
    const init = { method, headers, body, signal, redirect: 'manual', duplex: 'half' } as const;
    return fetch(`${await origin}${pathname}${search}`, init);
  };
};

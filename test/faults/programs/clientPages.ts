import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { clientPages } from '../../../src/exports/pages.ts';
import { configOf } from './app.ts';

/** A portal in a process of its own that serves the client pages. It answers `{ port }` once it is ready. */
const { GET: show } = clientPages({ config: configOf(JSON.parse(process.argv[2] ?? '')) });

const server = createServer(async (request, response) => {
  try {
    await sendResponse(response, await show(createRequest(request, response)));
  } catch {
    response.destroy();
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });

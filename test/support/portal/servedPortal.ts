import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { Config } from 'payload';
import type { SupportPortalOptions } from 'payload-support-portal';
import { startPortal, type TestPortal } from './payload.ts';

/** The fate of one request on its way. */
export type Fault = 'request lost' | 'answer lost' | { status: number; headers?: Record<string, string> };

export interface ServedPortal {
  readonly portal: TestPortal;
  /** Its origin, which its links have, too. */
  readonly url: string;
  /** Faults of the next requests, one each; later ones are served. */
  readonly faults: Fault[];
  /** The requests, served or not. */
  readonly requests: IncomingMessage[];
  stop(): Promise<void>;
}

/** A portal over real HTTP, on a line that can be made to break. */
export const startServedPortal = async (
  options?: SupportPortalOptions,
  app: Partial<Config> = {},
): Promise<ServedPortal> => {
  const faults: Fault[] = [];
  const requests: IncomingMessage[] = [];
  const pass = (request: IncomingMessage, response: ServerResponse): Promise<Response> =>
    portal.handle(createRequest(request, response));
  const server = createServer(async (request, response) => {
    requests.push(request);
    const fault = faults.shift();
    if (fault === 'request lost') return void request.socket.destroy();
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end();
    const answer = await pass(request, response);
    if (fault === 'answer lost') return void request.socket.destroy();
    await sendResponse(response, answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const portal = await startPortal({ app: { serverURL: url, ...app }, ...(options && { portal: options }) });
  return {
    portal,
    url,
    faults,
    requests,
    async stop() {
      await portal.stop();
      server.closeAllConnections();
      server.close();
    },
  };
};

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contextOf } from '../../../src/core/context.ts';
import { trustForwardedHost } from '../../../src/core/request/publicOrigin.ts';
import { buildClientPages } from '../../../src/features/client-pages/feature.ts';
import { type PortalEnvironment, readEnvironment } from '../../../src/server/environment.ts';
import type { NextListener } from '../../../src/server/http/exchange.ts';
import { buildGateway } from '../../../src/server/http/gateway.ts';
import { nextTurnsOf } from '../../../src/server/http/nextTurns.ts';
import { serverUrl, type TestPortal } from './payload.ts';

export interface Served {
  /** The address of the portal, on this machine. */
  readonly url: string;
  close(): Promise<void>;
}

interface Serving {
  readonly trustedProxies?: PortalEnvironment['trustedProxies'];
  /** True to serve as an app's own server does, which trusts no address as a proxy. */
  readonly asApp?: boolean;
  /** Stands for Next. @default responds with 404 */
  readonly next?: NextListener;
}

/** The client pages of a portal. */
export const pagesOf = ({ payload, handle }: Pick<TestPortal, 'payload' | 'handle'>) => {
  const portal = contextOf(payload);
  if (!portal) throw new Error('There is no portal.');
  return buildClientPages({ payload, portal, handle });
};

const missing: NextListener = async (_request, response) => void response.writeHead(404).end();

/** Serves a portal over real HTTP by the gateway of its own server, without Next. */
export const serve = async (
  { payload, config, handle }: TestPortal,
  { trustedProxies = { by: 'count', count: 0 }, asApp = false, next = missing }: Serving = {},
): Promise<Served> => {
  const gateway = buildGateway({ ...readEnvironment({}), serverURL: serverUrl, trustedProxies });
  if (!asApp) trustForwardedHost(payload);
  gateway.open({
    config,
    handle,
    pages: (request) => pagesOf({ payload, handle })(request),
    pagesAway: (request) => pagesOf({ payload, handle })(request),
    next,
    availability: {
      isAvailable: true,
      check: async () => true,
      verify: async () => true,
      wasDisturbedSince: () => false,
      onAway: () => () => {},
    },
    isSession: async (headers) => (await payload.auth({ headers })).user !== null,
    inTurn: nextTurnsOf(payload),
  });
  const server = createServer(gateway.listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

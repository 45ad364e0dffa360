import { createServer } from 'node:http';
import { trustForwardedHost } from '../core/request/publicOrigin.ts';
import { watchDatabase } from './database/availability.ts';
import { endAllPools } from './database/resilientPool.ts';
import { type PortalEnvironment, readEnvironment } from './environment.ts';
import { buildGateway } from './http/gateway.ts';
import { drain, listen } from './http/listen.ts';
import { nextTurnsOf } from './http/nextTurns.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openDatabase } from './openDatabase.ts';
import { announceReady } from './runtime.ts';

interface Serving extends Lifecycle {
  /** The checkout. */
  readonly root: string;
  /** Builds the admin if it is not built yet. */
  buildAdmin(): Promise<void>;
}

interface NextParts {
  readonly root: string;
  readonly environment: PortalEnvironment;
}

/**
 * `npm start` after its own code is compiled: checks, listens, answers 503, and opens the gateway when all parts are ready.
 */
export const serve = async ({ root, buildAdmin, ...lifecycle }: Serving): Promise<void> => {
  const { signal, onStop } = lifecycle;
  const environment = readEnvironment(process.env);
  const gateway = buildGateway(environment);
  const server = await listen(environment, gateway.listener);
  onStop(() => void server.closeAllConnections());

  await buildAdmin();
  const database = openDatabase(environment, lifecycle);
  database.catch(nothing);
  // The stop waits for a database that is still starting, so that it can be stopped.
  onStop(() => database.then(nothing, nothing));
  const preparing = prepareNext({ root, environment });
  preparing.catch(nothing);
  const { bringUp } = await import('./bringUp.ts');
  const { serveEndpoints, servePages, servePagesAway } = await import('./http/pages.ts');
  const url = await database;
  onStop(endAllPools);
  const payload = await bringUp({ environment, url, signal });
  trustForwardedHost(payload);
  onStop(() => payload.destroy());
  const app = await preparing;

  const availability = watchDatabase(url);
  onStop(() => availability.close());
  onStop(() => drain(server, gateway.inFlight));
  gateway.open({
    config: payload.config,
    handle: serveEndpoints(payload),
    pages: servePages(payload),
    pagesAway: servePagesAway(payload),
    next: app.getRequestHandler(),
    availability,
    isSession: async (headers) => (await payload.auth({ headers })).user !== null,
    inTurn: nextTurnsOf(payload),
  });
  announceReady(environment);
};

const prepareNext = async ({ root, environment }: NextParts) => {
  const { default: next } = await import('next');
  const { host: hostname, port } = environment;
  // Next destroys unknown upgrade requests, which breaks Java's HTTP client. Give it a dummy server.
  const app = next({ dev: false, dir: root, hostname, port, httpServer: createServer() });
  await app.prepare();
  return app;
};

const nothing = (): void => {};

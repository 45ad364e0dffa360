import { announceReady } from './announce.ts';
import { endAllPools } from './database/resilient-pool.ts';
import { readEnvironment } from './environment.ts';
import { drain } from './http/drain.ts';
import { buildGateway } from './http/gateway.ts';
import { listen } from './http/listen.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openDatabase } from './open-database.ts';
import { watchDatabase } from './watch-database.ts';

interface Serving extends Lifecycle {
  /** The checkout. */
  readonly root: string;
  /** Builds the admin where it is not built yet. */
  buildAdmin(): Promise<void>;
}

/** `npm start` after its own code is compiled: checks, listens, answers 503, and opens the gateway when all is there. */
export const serve = async ({ root, buildAdmin, ...lifecycle }: Serving): Promise<void> => {
  const { signal, onStop } = lifecycle;
  const environment = readEnvironment(process.env);
  const gateway = buildGateway(environment);
  const server = await listen(environment, gateway.listener);
  onStop(() => void server.closeAllConnections());

  await buildAdmin();
  const { host: hostname, port } = environment;
  const { default: next } = await import('next');
  const database = openDatabase(environment, lifecycle);
  const app = next({ dev: false, dir: root, hostname, port, httpServer: server });
  const prepared = app.prepare();
  for (const early of [database, prepared]) early.catch(() => {});
  // What is still opening when the stop comes must be there to be closed.
  onStop(() => database.then(nothing, nothing));

  const { bringUp, serveEndpoints } = await import('./bring-up.ts');
  const url = await database;
  onStop(endAllPools);
  const payload = await bringUp({ environment, url, signal });
  onStop(() => payload.destroy());
  await prepared;

  const availability = watchDatabase(url);
  onStop(() => availability.close());
  onStop(() => drain(server, gateway.inFlight));
  gateway.open({
    config: payload.config,
    handle: serveEndpoints(payload),
    next: app.getRequestHandler(),
    availability,
  });
  announceReady(environment);
};

const nothing = (): void => {};

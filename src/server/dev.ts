import next from 'next';
import { generateSecret } from './database/settleSecret.ts';
import { readEnvironment } from './environment.ts';
import { buildClientOf } from './http/client.ts';
import { forwardHostToNext, requestIdOf, rewriteHeaders } from './http/headers.ts';
import { drain, listen } from './http/listen.ts';
import { respondPlainly, respondUnavailable } from './http/plainResponse.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openDatabase } from './openDatabase.ts';
import { announceReady, dataDirectoryOf } from './runtime.ts';

interface Developing extends Lifecycle {
  /** The checkout. */
  readonly root: string;
}

/** The address and the data folder of a portal in development. */
interface Developed {
  readonly address: string;
  readonly dataDirectory: string;
}

/** `npm run dev` after the server's code is compiled: Next serves everything, and the CMS changes the schema at will. */
export const develop = async ({ root, ...lifecycle }: Developing): Promise<Developed> => {
  const environment = readEnvironment(process.env);
  const { host: hostname, port, serverURL, trustedProxies } = environment;
  const clientOf = buildClientOf(trustedProxies, new URL(serverURL).host);
  const inFlight = new Set<import('node:http').ServerResponse>();
  let handle: ReturnType<ReturnType<typeof next>['getRequestHandler']> | null = null;

  const server = await listen(environment, (request, response) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    if (handle === null) return respondUnavailable(request, response);
    if (request.url === '/api/health')
      return respondPlainly(request, response, { status: 200, body: { status: 'ok' } });
    const client = clientOf(request);
    rewriteHeaders(request, client, requestId);
    forwardHostToNext(request, client, serverURL);
    void handle(request, response);
  });
  lifecycle.onStop(() => drain(server, inFlight));

  await openDatabase(environment, lifecycle);
  if (environment.secret === null) generateSecret(dataDirectoryOf(environment));
  // Payload learns about changed files at this port.
  process.env.PORT = String(port);
  const app = next({ dev: true, dir: root, hostname, port, httpServer: server });
  lifecycle.onStop(() => app.close());
  await app.prepare();
  handle = app.getRequestHandler();
  announceReady(environment);
  return { address: serverURL, dataDirectory: dataDirectoryOf(environment) };
};

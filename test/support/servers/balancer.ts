import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from '../portal/portalProcess.ts';

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

const longestWaitMs = 10_000;
const betweenChecksMs = 100;

/**
 * A small proxy before several instances, which take turns. It asks each for its health, and sends requests only to healthy
 * ones. A request without a response goes to the next, as nginx's `proxy_next_upstream error` does: always if there was no
 * connection, else only if sending it twice is harmless, that is for a read, or with an `Idempotency-Key`.
 */
export const startBalancer = async (instances: readonly string[]): Promise<Balancer> => {
  const healthy = new Set<string>();
  let turn = 0;

  const check = async (instance: string): Promise<void> => {
    if ((await statusOf(`${instance}/api/health`)) === 200) healthy.add(instance);
    else healthy.delete(instance);
  };
  const checks = setInterval(() => void Promise.all(instances.map(check)), betweenChecksMs);

  const next = async (): Promise<string | null> => {
    for (
      const end = performance.now() + longestWaitMs;
      performance.now() < end;
      await sleep(betweenChecksMs)
    ) {
      const well = instances.filter((instance) => healthy.has(instance));
      if (well.length > 0) return well[turn++ % well.length] ?? null;
    }
    return null;
  };

  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    for (let instance = await next(); instance !== null; instance = await next()) {
      const failure = await forward(incoming, body, instance, outgoing);
      if (failure === null) return;
      healthy.delete(instance);
      if (failure === 'unanswered' && !isRepeatable(incoming)) break;
    }
    outgoing.writeHead(502).end();
  });
  // Clients know the instances' time for an idle connection, from the header that is passed on: none is closed before it.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      clearInterval(checks);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || headers['idempotency-key'] !== undefined;

/** @returns null once it is answered, else true if the instance can have read the request */
const forward = (
  { method, url, headers, socket }: IncomingMessage,
  body: Buffer,
  instance: string,
  outgoing: ServerResponse,
): Promise<'unsent' | 'unanswered' | null> =>
  new Promise((resolve) => {
    const forwarded = {
      ...headers,
      'content-length': String(body.byteLength),
      'x-forwarded-for': socket.remoteAddress ?? '',
      'x-forwarded-host': headers.host ?? '',
      'x-forwarded-proto': 'http',
    };
    const sent = request(new URL(url ?? '/', instance), { method, headers: forwarded, agent: false });
    let isConnected = false;
    sent.once('socket', (connection) => {
      connection.once('connect', () => {
        isConnected = true;
      });
    });
    sent.once('error', () => resolve(isConnected ? 'unanswered' : 'unsent'));
    sent.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      outgoing.once('close', () => resolve(null));
    });
    sent.end(body);
  });

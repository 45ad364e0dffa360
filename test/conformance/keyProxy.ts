import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Hands requests on as they are, with an API key: the suite knows no credentials. */
export const startKeyProxy = async () => {
  let behind: { readonly target: URL; readonly key: string } | null = null;
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const { hostname, port } = behind?.target ?? {};
    const authorization = `Bearer ${behind?.key}`;
    const outgoing = send({ hostname, port, method, path: url, headers: { ...headers, authorization } });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    open: (target: string, key: string) => {
      behind = { target: new URL(target), key };
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { DemoService } from './mailServer.ts';

/** Recipients' domains: they decide whether the proxy accepts a mail. */
export const domains = { accepted: 'proxy-accepts.example', refused: 'proxy-refuses.example' } as const;

/** A mail proxy on this machine with Resend's API: accepts mail for one domain and answers 503 for all others. */
export const startMailProxy = async (): Promise<DemoService> => {
  const server = createServer(async (request, response) => {
    const { to } = (await json(request)) as { readonly to: readonly string[] };
    const isAccepted = to.every((recipient) => recipient.endsWith(`@${domains.accepted}`));
    const answer = isAccepted ? { id: randomUUID() } : { message: 'The proxy is down for maintenance' };
    response.writeHead(isAccepted ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/emails`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

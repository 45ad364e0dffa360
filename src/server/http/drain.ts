import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 5_500;
const pollMs = 50;

/** Takes no more connections, waits for the requests in flight as long as a stop allows, and ends the rest. */
export const drain = async (server: Server, inFlight: ReadonlySet<ServerResponse>): Promise<void> => {
  server.close();
  for (const response of inFlight) {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  }
  const deadline = Date.now() + patienceMs;
  while (inFlight.size > 0 && Date.now() < deadline) await sleep(pollMs);
  server.closeAllConnections();
};

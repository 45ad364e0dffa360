import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for outgoing connections. */
const lowest = 20_000;
const highest = 32_000;

export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

export const chooseFreePort = async (): Promise<number> => {
  const port = randomInt(lowest, highest);
  return (await isPortFree(port)) ? port : chooseFreePort();
};

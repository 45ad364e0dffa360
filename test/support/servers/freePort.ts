import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isPortFree } from '../../../src/server/embedded-postgres/connection.ts';

/** Below the ports that the embedded PostgreSQL takes, and those of outgoing connections. */
const lowest = 12_000;
const highest = 20_000;

/** A port for a program that a test starts, stops and starts again: no other test is given it. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(lowest, highest);
  return (await reserve(port)) && (await isPortFree(port)) ? port : freePort();
};

/** Binds the UDP port of the same number for as long as the process lives: the system gives it to one process alone. */
const reserve = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => {
      socket.unref();
      resolve(true);
    });
  });

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait. Browsers, and proxies, send none before the last response is there. */
const mostWaiting = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Hands over the requests of a connection one after the other. Node hands over all that a client sends ahead at once, 1,400 in
 * 60 KB; and if the connection breaks off, it closes none of the responses that wait.
 */
export const oneByOne = (listener: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, Exchange[]>();

  const handOver = ([request, response]: Exchange): void => {
    const { socket } = request;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next && !socket.destroyed) handOver(next);
      else waiting.delete(socket);
    });
    listener(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      handOver([request, response]);
    } else if (line.push([request, response]) > mostWaiting) socket.destroy();
  };
};

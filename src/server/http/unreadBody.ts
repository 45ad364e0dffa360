import type { IncomingMessage, ServerResponse } from 'node:http';

const lingerMs = 5_000;

/**
 * Lets a client read an answer that came before its body was read, for many send all of it first: what still comes
 * is thrown away for a while, then the connection ends. `Connection: close` would end it at once.
 */
export const endUnreadBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.complete || !hasBody(request)) return;
  response.once('finish', () => {
    request.resume();
    const impatience = setTimeout(() => request.socket.destroy(), lingerMs).unref();
    request.once('close', () => clearTimeout(impatience));
  });
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

import type { IncomingMessage } from 'node:http';

/** Chunks of one body that may be of any size; more have to be longer on average. */
const mostOfAnySize = 10_000;

/** The least average size of chunks, in bytes. */
const shortestAverage = 64;

/**
 * Closes the connection of a body that comes in a great number of tiny chunks: Node takes seconds for a mebibyte in chunks of
 * one byte.
 */
export const boundChunks = (request: IncomingMessage): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  request.push = (chunk: Buffer | null) => {
    chunks += 1;
    bytes += chunk?.byteLength ?? 0;
    if (chunks <= mostOfAnySize || bytes >= chunks * shortestAverage) return push(chunk);
    request.socket.destroy();
    return false;
  };
};

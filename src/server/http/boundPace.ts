import type { IncomingMessage } from 'node:http';

/** The body of a request has to bring as many bytes in each of these times, of which one may bring less. */
const least = 8_192;
const everyMs = 30_000;

/**
 * Closes the connection of a body that comes byte by byte, or not at all: it would be kept for an hour, the time that a large
 * upload over a slow line takes. A body that the portal does not read at the moment is not slow.
 */
export const boundPace = (request: IncomingMessage): void => {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
  const push = request.push.bind(request);
  let bytes = 0;
  let isLate = false;
  request.push = (chunk: Buffer | null) => {
    bytes += chunk?.byteLength ?? 0;
    return push(chunk);
  };
  const looking = setInterval(() => {
    if (request.complete) return clearInterval(looking);
    const isSlow = bytes < least && request.readableLength === 0;
    if (isSlow && isLate) request.socket.destroy();
    isLate = isSlow;
    bytes = 0;
  }, everyMs).unref();
  request.once('close', () => clearInterval(looking));
};

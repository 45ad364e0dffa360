import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** The body of a request has to bring as many bytes in each of these times, of which one may bring less. */
const least = 8_192;
const paceMs = 30_000;

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
  }, paceMs).unref();
  request.once('close', () => clearInterval(looking));
};

/** Bytes of all responses that may wait in memory for their readers. */
const mostUnread = 256 * 1024 * 1024;
const lookEveryMs = 1_000;

/**
 * Keeps clients that ask and never read from filling the memory: a response waits there for as long as its connection is open,
 * and the turn of its caller is over. If all that wait are too large together, connections of the address that keeps most are
 * closed, the oldest first.
 *
 * @returns a function that takes each response, with the address of its client
 */
export const buildUnreadBound = (most = mostUnread) => {
  const open = new Map<ServerResponse, string>();

  const look = (): void => {
    const waiting = [...open].map(([response, address]) => ({
      response,
      address,
      bytes: response.writableLength,
    }));
    const kept = new Map<string, number>();
    for (const { address, bytes } of waiting) kept.set(address, (kept.get(address) ?? 0) + bytes);
    let all = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    while (all > most) {
      const [worst = ''] = [...kept].reduce((one, other) => (other[1] > one[1] ? other : one));
      for (const { response, address, bytes } of waiting) {
        if (all <= most || address !== worst || bytes === 0) continue;
        response.destroy();
        all -= bytes;
      }
      kept.delete(worst);
    }
  };
  setInterval(look, lookEveryMs).unref();

  return (response: ServerResponse, address: string): void => {
    open.set(response, address);
    response.once('close', () => open.delete(response));
  };
};

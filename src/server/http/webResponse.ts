import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sends the web's `Response` over Node, as fast as the client takes it. */
export const sendWebResponse = async (
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.writeHead(answer.status);
  if (answer.body === null || request.method === 'HEAD') {
    await answer.body?.cancel();
    response.end();
  } else {
    await pump(answer.body, response, Number(answer.headers.get('content-length') ?? Number.NaN));
  }
};

const isOver = ({ destroyed, writableEnded }: ServerResponse): boolean => destroyed || writableEnded;

/** @param length of the whole body; NaN if that is unknown */
const pump = async (
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  length: number,
): Promise<void> => {
  const reader = body.getReader();
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  response.once('close', leave);
  try {
    for (let read = await reader.read(); !read.done && !isOver(response); read = await reader.read()) {
      // Head and body go as one if there is no more to come.
      if (read.value.byteLength === length) response.end(read.value);
      else if (!response.write(read.value)) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    response.destroy();
  } finally {
    response.off('close', leave);
    if (response.destroyed) await reader.cancel().catch(() => {});
  }
};

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

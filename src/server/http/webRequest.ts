import type { IncomingMessage, ServerResponse } from 'node:http';

interface WebRequestParts {
  readonly url: string;
  readonly headers: Headers;
}

const bodyless = new Set(['GET', 'HEAD']);
const bufferedBytes = 65_536;

/**
 * A Node request as the web's `Request`. The body streams: Node reads on only as it is read. The signal aborts when
 * the client goes away. `HEAD` becomes `GET`, which the caller answers without its body.
 *
 * @throws TypeError for a method that the web's `Request` does not have (`TRACE`)
 */
export const toWebRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  { url, headers }: WebRequestParts,
): Request => {
  const method = request.method ?? 'GET';
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (bodyless.has(method)) return new Request(url, { method: 'GET', headers, signal: gone.signal });
  return new Request(url, {
    method,
    headers,
    signal: gone.signal,
    body: bodyOf(request, response),
    duplex: 'half',
  } as RequestInit);
};

/** `Readable.toWeb` of Node 20 throws past everybody when a client goes away while its body is read. */
const bodyOf = (request: IncomingMessage, response: ServerResponse): ReadableStream<Uint8Array> => {
  let isOver = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = (finish: () => void): void => {
          if (!isOver) finish();
          isOver = true;
        };
        request.on('data', (chunk: Buffer) => {
          if (isOver) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) request.pause();
        });
        response.once('finish', () => end(() => {}));
        request.once('end', () => end(() => controller.close()));
        request.once('error', (error) => end(() => controller.error(error)));
        request.once('close', () => end(() => controller.error(new Error('The client went away.'))));
        request.pause();
      },
      pull: () => void request.resume(),
      cancel: () => {
        isOver = true;
        request.resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
  );
};

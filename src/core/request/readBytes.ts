import type { PayloadRequest } from 'payload';
import { ApiError } from '../shared/errors/errors.ts';

/**
 * Reads the body of a request.
 *
 * @param most bytes
 * @throws the error of `tooLarge`, as soon as there are more
 */
export const readBytes = async (
  { body, headers }: Pick<PayloadRequest, 'body' | 'headers'>,
  most: number,
  tooLarge: () => Error,
): Promise<Buffer> => {
  if (Number(headers.get('Content-Length') ?? 0) > most) throw tooLarge();
  return collect(chunksOf(body), most, tooLarge);
};

/** Node's streams of the web are iterable, which the types of the browser's do not know. */
export const chunksOf = (body: PayloadRequest['body']): AsyncIterable<Uint8Array> =>
  (body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>;

/**
 * @throws the error of `tooLarge`, as soon as there are more bytes than `most`; {@link ApiError} `unavailable` for a slow one among
 * many
 */
export const collect = async (
  source: AsyncIterable<Uint8Array>,
  most: number,
  tooLarge: () => Error,
): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readTogether(source)) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Bytes of all bodies that are being read into memory at once. */
const mostTogether = 256 * 1024 * 1024;

interface Reading {
  bytes: number;
  end(reason: Error): void;
}

const tooSlow = () =>
  new ApiError('unavailable', 'The body came too slowly, while many others came. Send it again.', {
    headers: { 'Retry-After': '2' },
  });

/**
 * Builds a reader of bodies that are kept in memory until they are complete. If the unfinished ones are too large together, the
 * one that began first ends: a sender who is not slow is done by then.
 */
export const buildTogether = (most: number) => {
  const all = new Set<Reading>();
  let bytes = 0;

  const leave = (reading: Reading): void => {
    if (all.delete(reading)) bytes -= reading.bytes;
  };

  const makeRoom = (): void => {
    for (const first of all) {
      if (bytes <= most) return;
      leave(first);
      first.end(tooSlow());
    }
  };

  /** @throws {ApiError} `unavailable` for a body that was given up */
  return async function* read(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const chunks = source[Symbol.asyncIterator]();
    const own: Reading = { bytes: 0, end: () => {} };
    const ended = new Promise<never>((_resolve, reject) => {
      own.end = reject;
    });
    // It is raced below. An end between two races must not be an unhandled rejection.
    ended.catch(() => {});
    all.add(own);
    try {
      for (;;) {
        const { done, value } = await Promise.race([chunks.next(), ended]);
        if (done) return;
        own.bytes += value.byteLength;
        if (all.has(own)) bytes += value.byteLength;
        makeRoom();
        yield value;
      }
    } finally {
      leave(own);
      // The end of a source that sends nothing more may never come.
      chunks.return?.().catch(() => {});
    }
  };
};

export const readTogether = buildTogether(mostTogether);

import { ApiError } from '../shared/errors/errors.ts';

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

import { createReadStream } from 'node:fs';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { PartRange } from './byteRange.ts';

/** Bytes that are read as they are asked for. Nothing is opened before the first is. */
export const streamOf = (bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  NodeReadableStream.from(bytes) as unknown as ReadableStream<Uint8Array>;

export async function* readFileBytes(path: string, range: PartRange | null): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, range ?? {});
}

/** A range of bytes that come whole. */
export async function* cutBytes(
  bytes: AsyncIterable<Uint8Array>,
  { start, end }: PartRange,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position));
    position += chunk.byteLength;
    if (part.byteLength > 0) yield part;
    if (position > end) return;
  }
}

import type { PayloadRequest } from 'payload';
import { readTogether } from './readTogether.ts';

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

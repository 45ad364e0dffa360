import { ApiError, isApiError } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import type { StoredFile } from '../record/storedFile.ts';
import type { FileStorage } from './storage.ts';

class OtherBytes extends Error {
  override readonly name = 'OtherBytes';
}

/** The error for stored bytes that are not those that were stored. The storage may give the right ones later. */
export const otherBytes = (found: string): ApiError =>
  new ApiError('unavailable', say('errors:file:otherBytes'), { cause: new OtherBytes(found) });

/** True for this error, also of another copy of this module: a bundle of Next has one for each of its parts. */
export const isOtherBytes = (error: unknown): boolean =>
  isApiError(error) && error.cause instanceof Error && error.cause.name === 'OtherBytes';

/** The storage, whose bytes end in an error if they are more or fewer than were stored: short ones would look complete. */
export const exactStorage = (storage: FileStorage): FileStorage => ({
  ...storage,
  async read(file, range) {
    const bytes = await storage.read(file, range);
    return bytes && exactBytes(bytes, file, range ? range.end + 1 - range.start : file.filesize);
  },
});

/** Not a generator: before its first byte it would not pass an end on, and a connection to the storage would stay open. */
const exactBytes = (
  bytes: AsyncIterable<Uint8Array>,
  { id }: StoredFile,
  size: number,
): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]() {
    const iterator = bytes[Symbol.asyncIterator]();
    let count = 0;
    const end = async (): Promise<IteratorResult<Uint8Array>> => {
      await iterator.return?.();
      return { done: true, value: undefined };
    };
    const next = async (): Promise<IteratorResult<Uint8Array>> => {
      const result = await iterator.next();
      if (!result.done) count += result.value.byteLength;
      if (result.done ? count === size : count <= size) return result;
      await end();
      throw otherBytes(`Of ${size} bytes of the file ${id}, the storage returned ${count}.`);
    };
    return { next, return: end };
  },
});

import { open } from 'node:fs/promises';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a stream to a new file that only this user can read, through a meter that may end it by an error. */
export const writeToDisk = async (path: string, content: Readable, meter: Transform): Promise<void> => {
  // The file is opened before anything can fail: a stream that is destroyed while it opens its file creates the file
  // afterwards.
  const file = await open(path, 'wx', 0o600);
  await pipeline(content, meter, file.createWriteStream()).finally(() => file.close());
};

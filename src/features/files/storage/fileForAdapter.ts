import { readFile } from 'node:fs/promises';
import type { File } from 'payload';

interface FileOnDisk {
  readonly path: string;
  readonly storedName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
}

/** S3 takes no more in one request, in bytes. */
const largestPut = 5 * 1024 ** 3;

/**
 * A file in the form that the named storage adapter takes. `s3` streams it from disk. Any other may need all of the bytes in
 * memory, and one that does stores nothing for a file on disk and reports success.
 */
export const fileForAdapter = async (
  adapter: string | undefined,
  { path, storedName, mimeType, sizeBytes }: FileOnDisk,
): Promise<File> => {
  const file = { name: storedName, mimetype: mimeType, size: sizeBytes };
  if (adapter !== 's3') return { ...file, data: await readFile(path) };
  // The length of `data`, and nothing else of it, tells @payloadcms/storage-s3 3.90.1 to send one streamed request.
  // Without it four parts of 50 MB each are held in memory.
  return { ...file, data: Buffer.alloc(sizeBytes < largestPut ? 1 : 0), tempFilePath: path };
};

import { crc32 } from 'node:zlib';
import type { Payload } from 'payload';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { StoredFile } from '../record/storedFile.ts';
import { storageOf } from '../storage/storageOf.ts';

/** The CRC-32 of bytes, as zip needs it. */
export const checksumOf = async (bytes: AsyncIterable<Uint8Array>): Promise<number> => {
  let checksum = 0;
  for await (const chunk of bytes) checksum = crc32(chunk, checksum);
  return checksum;
};

interface Checksums {
  readonly payload: Payload;
  /** The collection that stores the files. */
  readonly slug: string;
}

/**
 * The checksum that was kept with a file when it was uploaded. The checksum of an older file is computed once, and kept.
 *
 * @returns null if its bytes are gone
 */
export const checksumOfStored = async (
  { payload, slug }: Checksums,
  file: StoredFile,
): Promise<number | null> => {
  if (typeof file.crc32 === 'number') return file.crc32;
  const bytes = await storageOf(payload, slug).read(file, null);
  if (!bytes) return null;
  const checksum = await checksumOf(bytes);
  const files = tableOf(payload, slug);
  await postgresOf(payload).pool.query(`update ${files} set crc32 = $1 where id = $2`, [checksum, file.id]);
  return checksum;
};

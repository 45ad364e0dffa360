import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { findStoredFile } from '../record/storedFile.ts';
import { storageOf } from '../storage/storageOf.ts';

/** Longest time that PostgreSQL may go on with a commit whose client has died, in milliseconds. */
const longestCommit = 5_000;

/**
 * Deletes the bytes that a process had stored for uploads when it died before their commit. Bytes in a storage adapter
 * remain: it deletes only files that have a row.
 *
 * @param slugs the collections that store uploads
 * @param names under which the bytes of an upload would be stored
 * @throws if the database does not respond
 */
export const undoUploads = async (
  payload: Payload,
  slugs: readonly string[],
  names: readonly string[],
): Promise<void> => {
  const stores = slugs.flatMap((slug) => {
    const { own } = storageOf(payload, slug);
    return own ? [{ slug, own }] : [];
  });
  if (stores.length === 0) return;
  await sleep(longestCommit, undefined, { ref: false });
  for (const { slug, own } of stores)
    for (const filename of names)
      if (!(await findStoredFile(payload, slug, { filename }))) await own.remove(filename);
};

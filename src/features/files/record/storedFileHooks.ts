import type { CollectionAfterChangeHook, CollectionAfterDeleteHook, PayloadRequest } from 'payload';
import { afterCommit } from '../../../core/database/transaction.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { storageOf } from '../storage/storageOf.ts';
import { admittedFile } from '../uploads/admittedFile.ts';
import { storeUpload } from '../uploads/upload.ts';
import type { StoredFile } from './storedFile.ts';

/** Stores the bytes before the row is committed. */
export const storeFile: CollectionAfterChangeHook<StoredFile> = async ({
  collection,
  doc,
  operation,
  req,
}) => {
  const file = admittedFile.of(req);
  if (operation === 'create' && file) await storeUpload({ req, file, collection: collection.slug }, doc);
};

/** Removes the bytes of a deleted file after the commit. Storage plugins do so by themselves. */
export const removeStoredFile: CollectionAfterDeleteHook<StoredFile> = async ({ collection, doc, req }) => {
  const { own } = storageOf(req.payload, collection.slug);
  if (own) await afterCommit(req, () => own.remove(doc.filename));
};

/**
 * Makes sure that a storage plugin has removed the bytes of deleted files before the commit: where it fails, it logs that and
 * goes on. If the bytes of one are left, all the files stay, and can be deleted again.
 *
 * @throws {ApiError} `unavailable` if bytes are still there, or the storage fails
 */
export const confirmRemoved = async (
  { payload }: Pick<PayloadRequest, 'payload'>,
  collection: string,
  deleted: readonly object[],
): Promise<void> => {
  const storage = storageOf(payload, collection);
  if (storage.own) return;
  const notRemoved = (cause?: unknown) =>
    new ApiError('unavailable', say('errors:file:notRemoved'), { cause });
  for (const file of deleted as readonly StoredFile[]) {
    if (file.filesize === 0) continue;
    const size = await storage.sizeOf(file).catch((cause: unknown) => {
      throw notRemoved(cause);
    });
    if (size !== null) throw notRemoved();
  }
};

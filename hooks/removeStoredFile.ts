import type { CollectionAfterDeleteHook } from 'payload';
import { afterCommit } from '../src/core/database/transaction.ts';
import { storageOf } from '../src/features/files/storage.ts';
import type { StoredFile } from '../src/features/files/storedFile.ts';

/** Removes the bytes of a deleted file after the commit. Storage plugins do so by themselves. */
export const buildRemoveStoredFile =
  (): CollectionAfterDeleteHook<StoredFile> =>
  async ({ collection, doc, req }) => {
    const { own } = storageOf(req.payload, collection.slug);
    if (own) await afterCommit(req, () => own.remove(doc.filename));
  };

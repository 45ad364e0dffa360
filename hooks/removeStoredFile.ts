import type { CollectionAfterDeleteHook } from 'payload';
import { afterCommit } from '../src/database/transaction.ts';
import { storageOf } from '../src/files/storage.ts';
import type { StoredFile } from '../src/files/storedFile.ts';

/** Removes the bytes of a deleted file after the commit. Storage plugins do so by themselves. */
export const buildRemoveStoredFile =
  (): CollectionAfterDeleteHook<StoredFile> =>
  async ({ collection, doc, req }) => {
    const { own } = storageOf(req.payload, collection.slug);
    if (own) await afterCommit(req, () => own.remove(doc.filename));
  };

import type { CollectionAfterChangeHook, CollectionAfterDeleteHook } from 'payload';
import { afterCommit } from '../../core/database/transaction.ts';
import { admittedFile } from './admittedFile.ts';
import { storageOf } from './storage.ts';
import type { StoredFile } from './storedFile.ts';
import { storeUpload } from './upload.ts';

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

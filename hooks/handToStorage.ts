import type { CollectionBeforeChangeHook } from 'payload';
import { admittedFile } from '../src/features/files/admittedFile.ts';
import { handToAdapter } from '../src/features/files/upload.ts';

/** Hands a raw message to the storage adapter of the collection, if it has one. */
export const handToStorage: CollectionBeforeChangeHook = async ({ collection, data, operation, req }) => {
  const file = operation === 'create' ? admittedFile.of(req) : null;
  if (file) await handToAdapter({ req, file, collection: collection.slug }, collection.upload.adapter);
  return data;
};

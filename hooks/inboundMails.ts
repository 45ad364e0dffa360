import type { CollectionConfig } from 'payload';
import { removeStoredFile, storeFile } from '../src/features/files/record/storedFileHooks.ts';
import { admittedFile } from '../src/features/files/uploads/admittedFile.ts';
import { handToAdapter } from '../src/features/files/uploads/upload.ts';

/** A raw message is stored as the files are, by the storage adapter of its collection if it has one. */
export const inboundMailHooks: CollectionConfig['hooks'] = {
  beforeChange: [
    async ({ collection, data, operation, req }) => {
      const file = operation === 'create' ? admittedFile.of(req) : null;
      if (file) await handToAdapter({ req, file, collection: collection.slug }, collection.upload.adapter);
      return data;
    },
  ],
  afterChange: [storeFile],
  afterDelete: [removeStoredFile],
};

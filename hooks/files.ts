import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { completeFile, completeFileChange } from '../src/features/files/record/fileRules.ts';
import type { StoredFile } from '../src/features/files/record/storedFile.ts';
import { confirmRemoved, removeStoredFile, storeFile } from '../src/features/files/record/storedFileHooks.ts';
import { admittedFile } from '../src/features/files/uploads/admittedFile.ts';
import {
  announceFile,
  assertNoUpload,
  confirmStored,
  handToAdapter,
  leavePlaceToStorage,
  takeUpload,
} from '../src/features/files/uploads/upload.ts';

/** The way of an upload, whichever API received it: admitted, scanned, stored before its row is committed, confirmed. */
export const buildFileHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeOperation: [
    async ({ args, operation, overrideAccess, req }) => {
      if (operation === 'update') return assertNoUpload(req);
      if (operation !== 'create') return;
      await takeUpload({ req, portal });
      if (!overrideAccess && 'data' in args) leavePlaceToStorage(args.data);
      // The name is random, so the CMS need not check whether it is taken.
      Object.assign(args, { overwriteExistingFiles: true });
    },
  ],
  beforeChange: [
    async ({ collection, data, operation, originalDoc, req }) => {
      if (operation === 'update') return completeFileChange({ req, portal, data, stored: originalDoc });
      const file = admittedFile.of(req);
      if (!file) return data;
      const fields = await completeFile({ req, portal, file, data });
      await handToAdapter({ req, file, collection: collection.slug }, collection.upload.adapter);
      return fields;
    },
  ],
  // A storage plugin's hook comes next.
  afterChange: [storeFile],
  afterDelete: [removeStoredFile],
  afterOperation: [
    // Runs after all hooks of storage plugins.
    async ({ collection, operation, req, result }) => {
      if (operation === 'deleteByID') await confirmRemoved(req, collection.slug, [result]);
      if (operation === 'delete') await confirmRemoved(req, collection.slug, result.docs);
      const file = operation === 'create' ? admittedFile.of(req) : null;
      if (!file) return result;
      const stored = result as unknown as StoredFile & Record<string, unknown>;
      await confirmStored({ req, file, collection: collection.slug }, stored);
      await announceFile({ req, portal }, stored);
      return result;
    },
  ],
});

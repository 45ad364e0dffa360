import type { CollectionAfterChangeHook, CollectionAfterOperationHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { admittedFile } from '../src/features/files/admittedFile.ts';
import type { StoredFile } from '../src/features/files/storedFile.ts';
import { announceFile, confirmStored, storeUpload } from '../src/features/files/upload.ts';

/** Stores the bytes before the row is committed. A storage plugin's hook comes next. */
export const buildStoreFile =
  (): CollectionAfterChangeHook<StoredFile> =>
  async ({ collection, doc, operation, req }) => {
    const file = admittedFile.of(req);
    if (operation === 'create' && file) await storeUpload({ req, file, collection: collection.slug }, doc);
  };

/** Checks that the stored file is complete, after all hooks of storage plugins, and publishes its event. */
export const buildConfirmStored =
  (portal: PortalContext): CollectionAfterOperationHook =>
  async ({ collection, operation, req, result }) => {
    const file = operation === 'create' ? admittedFile.of(req) : null;
    if (!file) return result;
    const stored = result as unknown as StoredFile & Record<string, unknown>;
    await confirmStored({ req, file, collection: collection.slug }, stored);
    await announceFile({ req, portal }, stored);
    return result;
  };

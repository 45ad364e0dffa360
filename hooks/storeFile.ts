import type { CollectionAfterChangeHook, CollectionAfterOperationHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { admittedFile } from '../src/files/admittedFile.ts';
import type { StoredFile } from '../src/files/storedFile.ts';
import { finishUpload, storeUpload } from '../src/files/upload.ts';

/** Stores the bytes before the row is committed. A storage plugin's hook comes next. */
export const buildStoreFile =
  (portal: PortalContext): CollectionAfterChangeHook<StoredFile> =>
  async ({ doc, operation, req }) => {
    const file = admittedFile.of(req);
    if (operation === 'create' && file) await storeUpload({ req, portal, file }, doc);
  };

/** Checks that the stored file is complete, after all hooks of storage plugins. */
export const buildConfirmStored =
  (portal: PortalContext): CollectionAfterOperationHook =>
  async ({ operation, req, result }) => {
    const file = operation === 'create' ? admittedFile.of(req) : null;
    if (file)
      await finishUpload({ req, portal, file }, result as unknown as StoredFile & Record<string, unknown>);
    return result;
  };

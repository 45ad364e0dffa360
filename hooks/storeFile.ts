import type { CollectionAfterChangeHook, CollectionAfterOperationHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { afterCommit, afterRollback } from '../src/database/transaction.ts';
import { admittedFile, discardFile } from '../src/files/admittedFile.ts';
import { announceFile } from '../src/files/announce.ts';
import { storageOf } from '../src/files/storage.ts';
import type { StoredFile } from '../src/files/storedFile.ts';

/** Stores the bytes before the row is committed; if it is not, they go again. A storage plugin's hook comes next. */
export const buildStoreFile =
  ({ options }: PortalContext): CollectionAfterChangeHook<StoredFile> =>
  async ({ doc, operation, req }) => {
    const file = admittedFile.of(req);
    if (operation !== 'create' || !file) return;
    const storage = storageOf(req.payload, options.slugs.files);
    await afterRollback(req, () => storage.undo(doc));
    await storage.own?.keep(file.path, file.storedName);
  };

/** Sees to it that what was stored is what came, after all hooks of storage plugins. */
export const buildConfirmStored =
  (portal: PortalContext): CollectionAfterOperationHook =>
  async ({ operation, req, result }) => {
    const file = operation === 'create' ? admittedFile.of(req) : null;
    if (!file) return result;
    const doc = result as unknown as StoredFile & Record<string, unknown>;
    const size = await storageOf(req.payload, portal.options.slugs.files).sizeOf(doc);
    if (size !== file.sizeBytes) {
      throw new Error(`Of a file of ${file.sizeBytes} bytes the storage has ${size ?? 'none'}.`);
    }
    await announceFile({ req, portal, file: doc });
    // The CMS would take the temporary file away by itself, and fail if it is gone.
    req.file = undefined;
    admittedFile.forget(req);
    // Until the commit it tells of the bytes, should this process die.
    await afterCommit(req, () => discardFile(file));
    return result;
  };

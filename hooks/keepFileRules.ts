import type { CollectionBeforeChangeHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { admittedFile } from '../src/files/admittedFile.ts';
import { completeFile, completeFileChange } from '../src/files/fileRules.ts';
import { handToAdapter } from '../src/files/upload.ts';

/** Decides to whom a file belongs, has it scanned, and hands it to the hook that stores it. */
export const buildKeepFileRules =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ collection, data, operation, originalDoc, req }) => {
    if (operation === 'update') return completeFileChange({ req, portal, data, stored: originalDoc });
    const file = admittedFile.of(req);
    if (!file) return data;
    const fields = await completeFile({ req, portal, file, data });
    await handToAdapter({ req, file, collection: collection.slug }, collection.upload.adapter);
    return fields;
  };

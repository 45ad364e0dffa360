import type { CollectionBeforeChangeHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { admittedFile } from '../src/features/files/admittedFile.ts';
import { completeFile, completeFileChange } from '../src/features/files/fileRules.ts';
import { handToAdapter } from '../src/features/files/upload.ts';
import { openEndOf } from '../src/features/tickets/mergedInto.ts';

/** Decides to whom a file belongs, has it scanned, and hands it to the hook that stores it. */
export const buildKeepFileRules =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ collection, data, operation, originalDoc, req }) => {
    if (operation === 'update')
      return completeFileChange({ req, portal, data, stored: originalDoc, followMerge: openEndOf });
    const file = admittedFile.of(req);
    if (!file) return data;
    const fields = await completeFile({ req, portal, file, data, followMerge: openEndOf });
    await handToAdapter({ req, file, collection: collection.slug }, collection.upload.adapter);
    return fields;
  };

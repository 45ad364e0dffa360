import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { assertEmpty, completeFolder } from '../src/features/files/folders/folder.ts';

/** The rules of folders: each belongs to an organization, and can be deleted if it is empty. */
export const buildFolderHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeChange: [
    ({ data, operation, originalDoc, req }) =>
      completeFolder({ req, portal, data, stored: operation === 'create' ? undefined : originalDoc }),
  ],
  beforeDelete: [({ id, req }) => assertEmpty(req, portal, id)],
});

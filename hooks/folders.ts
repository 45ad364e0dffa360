import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { assertEmpty, completeFolder } from '../src/features/files/folder.ts';
import { assertNotAwaited } from '../src/features/upload-requests/places.ts';

/** The rules of folders: each belongs to an organization, and can be deleted if it is empty and no one is asked to fill it. */
export const buildFolderHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeChange: [
    ({ data, operation, originalDoc, req }) =>
      completeFolder({ req, portal, data, stored: operation === 'create' ? undefined : originalDoc }),
  ],
  beforeDelete: [
    async ({ id, req }) => {
      await assertEmpty(req, portal, id);
      await assertNotAwaited(req, portal, id);
    },
  ],
});

import type { CollectionBeforeOperationHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { assertNoUpload, takeUpload } from '../src/features/files/upload.ts';

/** Admits an upload before the CMS reads it, whichever API received it. */
export const buildAdmitUpload =
  (portal: PortalContext): CollectionBeforeOperationHook =>
  async ({ args, operation, req }) => {
    if (operation === 'update') return assertNoUpload(req);
    if (operation !== 'create') return;
    await takeUpload({ req, portal });
    // The name is random, so the CMS need not check whether it is taken.
    Object.assign(args, { overwriteExistingFiles: true });
  };

import type { CollectionBeforeChangeHook, CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { assertEmpty, completeFolder } from '../src/features/files/folder.ts';

/** Decides to which organization a new folder belongs. */
export const buildKeepFolderRules =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  ({ data, operation, originalDoc, req }) =>
    completeFolder({ req, portal, data, stored: operation === 'create' ? undefined : originalDoc });

/** Keeps a folder that is not empty. */
export const buildKeepFullFolder =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  ({ id, req }) =>
    assertEmpty(req, portal, id);

import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { revokeKeysMadeBy } from './revokeByMaker.ts';

/** Revokes the keys that an administrator made for other staff, when they lose that role. */
export const revokeWithRole =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, previousDoc, operation, req }) => {
    const isDemoted = previousDoc?.role === 'administrator' && doc.role !== 'administrator';
    if (operation === 'update' && isDemoted) await revokeKeysMadeBy(req, portal, doc.id);
  };

/** Revokes the keys that a user made for others, when the user is deleted. */
export const revokeWithMaker =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  ({ id, req }) =>
    revokeKeysMadeBy(req, portal, id);

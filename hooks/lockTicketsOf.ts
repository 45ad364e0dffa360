import type { CollectionBeforeDeleteHook, CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { lockTicketsOf } from '../src/features/tickets/locks.ts';

/** Users and organizations, the app's own too: before one is deleted, the tickets that name it are locked. */
export const lockTicketsBeforeDelete = (
  collection: CollectionConfig,
  portal: PortalContext,
): CollectionConfig => {
  const { slugs } = portal.options;
  if (collection.slug !== slugs.users && collection.slug !== slugs.organizations) return collection;
  const lock: CollectionBeforeDeleteHook = ({ id, req }) =>
    lockTicketsOf(req, portal, { collection: collection.slug, id });
  const { hooks } = collection;
  return { ...collection, hooks: { ...hooks, beforeDelete: [lock, ...(hooks?.beforeDelete ?? [])] } };
};

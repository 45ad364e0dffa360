import type { CollectionBeforeOperationHook, CollectionConfig, Where } from 'payload';
import { isOwnComponent } from '../shared/portal/ownComponent.ts';

/**
 * Upstream: before any list view, even one that reads its own rows, the CMS runs its own page query and count for the
 * address. That takes seconds on a large table (https://github.com/payloadcms/payload/issues/3904), and `?page=-3` or
 * `?search=%00` leave a blank page.
 * Goes when: a list view can declare that it reads its own rows.
 *
 * In a collection whose list view is the portal's, that query finds nothing and asks for nothing that can fail.
 */
export const skipReplacedList = (collection: CollectionConfig): CollectionConfig =>
  // An app's own list view in its place may show what the CMS finds.
  isOwnComponent(collection.admin?.components?.views?.list?.Component)
    ? {
        ...collection,
        admin: { ...collection.admin, baseFilter: () => nothing },
        hooks: {
          ...collection.hooks,
          beforeOperation: [askForNothing, ...(collection.hooks?.beforeOperation ?? [])],
        },
      }
    : collection;

const nothing: Where = { id: { exists: false } };

const askForNothing: CollectionBeforeOperationHook = ({ args, operation }) =>
  operation === 'read' && 'where' in args && findsNothing(args.where)
    ? { ...args, where: nothing, page: 1, limit: 1, sort: undefined }
    : args;

/** True if one of the conditions that must all hold is that of `nothing`. */
const findsNothing = (where: Where | undefined): boolean => {
  const { id, and } = where ?? {};
  const isOfNothing = !Array.isArray(id) && id?.exists === false;
  return isOfNothing || (Array.isArray(and) && and.some(findsNothing));
};

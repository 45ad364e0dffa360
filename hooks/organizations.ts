import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { lockTicketsOf } from '../src/features/tickets/locks.ts';
import { deleteWebhooksOf } from '../src/features/webhooks/change.ts';

/** Organizations, the app's own too: the tickets that name a deleted one are locked first, and its webhooks end with it. */
export const withOrganizationHooks = (
  collection: CollectionConfig,
  portal: PortalContext,
): CollectionConfig => {
  const { hooks, slug } = collection;
  return {
    ...collection,
    hooks: {
      ...hooks,
      beforeDelete: [
        ({ id, req }) => lockTicketsOf(req, portal, { collection: slug, id }),
        ...(hooks?.beforeDelete ?? []),
        ({ id, req }) => deleteWebhooksOf({ req, portal, organization: id }),
      ],
    },
  };
};

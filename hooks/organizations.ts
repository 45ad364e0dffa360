import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { lockTicketsOf } from '../src/features/tickets/record/locks.ts';
import { revokeTransfersOf } from '../src/features/transfers/revoke.ts';
import { closeRequestsOf } from '../src/features/upload-requests/places.ts';
import { deleteWebhooksOf } from '../src/features/webhooks/change.ts';
import { disableOfClients } from '../src/features/webhooks/disableOfClients.ts';

/**
 * Organizations, the app's own too: the tickets that name a deleted one are locked first, and its webhooks, transfers and
 * open upload requests end with it. Disables the webhooks of an organization's clients when these see only their own
 * tickets.
 */
export const withOrganizationHooks = (
  collection: CollectionConfig,
  portal: PortalContext,
): CollectionConfig => {
  const { hooks, slug } = collection;
  return {
    ...collection,
    hooks: {
      ...hooks,
      afterChange: [...(hooks?.afterChange ?? []), disableOfClients(portal)],
      beforeDelete: [
        ({ id, req }) => lockTicketsOf(req, portal, { collection: slug, id }),
        ...(hooks?.beforeDelete ?? []),
        ({ id, req }) => closeRequestsOf(req, portal, id),
        ({ id, req }) => revokeTransfersOf(req, portal, id),
        ({ id, req }) => deleteWebhooksOf({ req, portal, organization: id }),
      ],
    },
  };
};

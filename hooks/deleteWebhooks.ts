import type { CollectionBeforeDeleteHook, CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { deleteWebhooksOf } from '../src/features/webhooks/change.ts';

/** Organizations, the app's own too, whose webhooks end with them. */
export const endWebhooksWith = (organizations: CollectionConfig, portal: PortalContext): CollectionConfig => {
  const deleteWebhooks: CollectionBeforeDeleteHook = ({ id, req }) =>
    deleteWebhooksOf({ req, portal, organization: id });
  const { hooks } = organizations;
  return {
    ...organizations,
    hooks: { ...hooks, beforeDelete: [...(hooks?.beforeDelete ?? []), deleteWebhooks] },
  };
};

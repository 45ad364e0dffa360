import type { CollectionBeforeDeleteHook, CollectionConfig } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { runStatement } from '../src/database/statement.ts';
import { tableOf } from '../src/database/table.ts';
import { deleteWebhooksOf } from '../src/webhooks/change.ts';

/** Organizations, the app's own too, whose webhooks end with them: without one they would read as if they saw all. */
export const endWebhooksWith = (
  organizations: CollectionConfig,
  portal: PortalContext,
): CollectionConfig => ({
  ...organizations,
  hooks: {
    ...organizations.hooks,
    beforeDelete: [...(organizations.hooks?.beforeDelete ?? []), buildDeleteWebhooks(portal)],
  },
});

const buildDeleteWebhooks =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    const organizations = tableOf(req.payload, portal.options.slugs.organizations);
    // One that is being registered is waited for, and one that comes later finds no organization.
    await runStatement(req, `select 1 from ${organizations} where id = $1 for update`, [id]);
    await deleteWebhooksOf({ req, portal, organization: id });
  };

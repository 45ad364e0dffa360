import type { CollectionAfterChangeHook } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { webhookTables } from '../tables.ts';
import type { StoredWebhook } from './findWebhook.ts';
import { isOfClient } from './owners.ts';
import { changeWebhook } from './webhooks.ts';

type Owned = Pick<StoredWebhook, 'id' | 'status'> & { readonly owner_id: RecordId | null };

/**
 * Disables the webhooks of an organization's clients once these see only their own tickets: a webhook tells of every ticket.
 * Staff can enable one again.
 */
export const disableOfClients =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, previousDoc, req }) => {
    if (doc.clientsSee !== 'own' || previousDoc?.clientsSee === 'own') return;
    const { webhooks } = webhookTables(req.payload, portal);
    const { rows } = await runStatement<Owned>(
      req,
      `select id, status, owner_id from ${webhooks} where organization_id = $1 and status = 'enabled' order by id for update`,
      [doc.id],
    );
    for (const webhook of rows)
      if (await isOfClient(req, portal, webhook.owner_id))
        await changeWebhook({ req, portal, webhook }, { status: 'disabled' });
  };

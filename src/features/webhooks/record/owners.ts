import type { CollectionSlug, PayloadRequest, TypedUser } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { teamEventsOf } from '../events.ts';
import { webhookTables } from '../tables.ts';

/** True for a webhook of a client, or of an account that is gone. Roles may be an app's own code, so that no statement can tell them. */
export const isOfClient = async (
  req: PayloadRequest,
  portal: PortalContext,
  owner: RecordId | null,
): Promise<boolean> => {
  if (owner === null) return true;
  const collection = portal.options.slugs.users as CollectionSlug;
  const user = await req.payload.findByID({
    collection,
    id: owner,
    depth: 0,
    disableErrors: true,
    // Only their role is asked; the user who changed the organization need not be allowed to read them.
    overrideAccess: true,
    req,
  });
  const principal = user && portal.principalOf({ ...user, collection } as unknown as TypedUser);
  return !principal || isClient(principal);
};

/** The owners of an organization's webhooks who are no clients. */
export const teamOwners = async (
  req: PayloadRequest,
  portal: PortalContext,
  organization: RecordId | null,
): Promise<readonly string[]> => {
  const { webhooks } = webhookTables(req.payload, portal);
  const { rows } = await runStatement<{ owner_id: RecordId }>(
    req,
    `select distinct owner_id from ${webhooks} where organization_id = $1 and owner_id is not null`,
    [organization],
  );
  const owners: string[] = [];
  for (const { owner_id } of rows)
    if (!(await isOfClient(req, portal, owner_id))) owners.push(idText(owner_id));
  return owners;
};

/**
 * Gives a webhook to the client who leads it elsewhere: events for the team alone do not reach it from then on. Its deliveries of
 * such events are deleted, so that none follows it to another address.
 */
export const giveToClient = async (
  req: PayloadRequest,
  portal: PortalContext,
  { webhook, client }: { readonly webhook: RecordId; readonly client: RecordId },
): Promise<void> => {
  const { webhooks, deliveries } = webhookTables(req.payload, portal);
  await runStatement(req, `update ${webhooks} set owner_id = $2 where id = $1`, [webhook, client]);
  await runStatement(req, `delete from ${deliveries} where webhook_id = $1 and event = any($2)`, [
    webhook,
    teamEventsOf(portal.features),
  ]);
};

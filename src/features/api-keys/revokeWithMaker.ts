import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook, PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';

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

/**
 * Revokes the keys that a user created for other staff, once they may create none. Keys of clients and representatives stay
 * valid.
 */
const revokeKeysMadeBy = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  maker: RecordId,
): Promise<void> => {
  await runStatement(
    req,
    `update ${tableOf(req.payload, slugs.apiKeys)} k set revoked_at = now()
     from ${tableOf(req.payload, slugs.users)} owner
     where k.maker_id = $1 and k.revoked_at is null and owner.id = k.owner_id and owner.id <> $1
       and owner.role not in ('client', 'representative')`,
    [maker],
  );
};

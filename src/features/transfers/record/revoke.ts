import type { CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { withDates } from '../../../core/database/time.ts';
import type { Publication } from '../../../core/events/publish.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { revokeLinks } from '../../links/feature.ts';
import { publishTransfer } from '../events.ts';
import { transferKind } from '../vocabulary.ts';
import { endBytes, noteTransfer } from './ends.ts';
import { type StoredTransfer, storedTransfers } from './storedTransfer.ts';

/** Ends the links of a transfer that the request's transaction has locked, and has a worker delete its bytes. */
export const revoke = async ({ req, portal }: Publication, stored: StoredTransfer): Promise<void> => {
  const revoked = await storedTransfers.change(req, portal, stored.id, { status: 'revoked' });
  await revokeLinks(req, { kind: transferKind, recordId: idText(stored.id) });
  await noteTransfer(req, portal, revoked, 'revoked');
  if (stored.bytes_deleted_at === null) await endBytes(req, portal, revoked);
  // No one has heard of a draft.
  if (stored.status !== 'draft') await publishTransfer({ req, portal }, 'transfer.revoked', revoked);
};

/** Revokes the transfers of an organization that is to be deleted: its files would go on being handed out. */
export const revokeTransfersOf =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    const { rows } = await runStatement<StoredTransfer & Record<string, unknown>>(
      req,
      `select ${storedTransfers.columns} from ${tableOf(req.payload, portal.options.slugs.transfers)}
       where organization_id = $1 and status <> 'revoked' order by id for no key update`,
      [id],
    );
    for (const row of rows) await revoke({ req, portal }, withDates(row));
  };

import { type CollectionBeforeDeleteHook, createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { withDates } from '../../../core/database/time.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import type { Publication } from '../../../core/events/publish.ts';
import { enqueue } from '../../../core/jobs/jobs.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { claimReminders, revokeLinks } from '../../links/feature.ts';
import { publishTransfer } from '../events.ts';
import { endedTransferQueue, transferMailQueue } from '../mails/send.ts';
import { limits, transferKind } from '../vocabulary.ts';
import { noteTransfer } from './change.ts';
import { type StoredTransfer, storedTransfers } from './storedTransfer.ts';

/** Transfers that one transaction ends. */
const batch = 20;

/** Days before the end at which recipients who have downloaded nothing are reminded. */
const reminderDays = 2;

/** Marks the bytes of a transfer as deleted, and has a worker delete them, in the request's transaction. */
const endBytes = async (
  req: PayloadRequest,
  portal: PortalContext,
  transfer: Pick<StoredTransfer, 'id' | 'organization_id'>,
): Promise<void> => {
  await storedTransfers.change(req, portal, transfer.id, { bytes_deleted_at: new Date() });
  await noteTransfer(req, portal, transfer, 'deleted');
  await enqueue(req, endedTransferQueue, { transferId: idText(transfer.id) });
};

/**
 * Ends what is due, also after a time in which no process ran: the links of transfers, then their bytes. Recipients who have
 * fetched nothing are reminded before. Several instances share the work.
 */
export const endTransfers = async (payload: Payload, portal: PortalContext): Promise<void> => {
  for (const step of [expireSome, endSomeBytes, remindSome])
    for (let done = batch; done === batch; ) done = await step(payload, portal);
};

/** @returns the number of transfers whose links it ended */
const expireSome = async (payload: Payload, portal: PortalContext): Promise<number> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const expired = await storedTransfers.expire(req, portal, { state: 'ready', most: batch });
    for (const transfer of expired) {
      await noteTransfer(req, portal, transfer, 'expired');
      await publishTransfer({ req, portal }, 'transfer.expired', transfer);
      await enqueue(req, transferMailQueue, { about: 'expired', transferId: idText(transfer.id) });
    }
    return expired.length;
  });
};

/** @returns the number of transfers whose bytes it ended */
const endSomeBytes = async (payload: Payload, portal: PortalContext): Promise<number> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const { rows } = await runStatement<Pick<StoredTransfer, 'id' | 'organization_id'>>(
      req,
      `select id, organization_id from ${tableOf(payload, portal.options.slugs.transfers)}
       where status = 'expired' and bytes_deleted_at is null
         and expires_at <= now() - interval '${limits.daysOfBytes} days'
       order by expires_at limit ${batch} for update skip locked`,
    );
    for (const transfer of rows) await endBytes(req, portal, transfer);
    return rows.length;
  });
};

/** @returns the number of recipients who got a reminder */
const remindSome = async (payload: Payload, portal: PortalContext): Promise<number> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const due = await claimReminders(req, {
      kind: transferKind,
      recordsSql: `select id::text from ${tableOf(payload, portal.options.slugs.transfers)}
        where status = 'ready' and expires_at > now()
          and expires_at <= now() + interval '${reminderDays} days'
          and sent_at <= expires_at - interval '${reminderDays + 1} days'`,
      most: batch,
    });
    for (const { id, record_id } of due)
      await enqueue(req, transferMailQueue, { about: 'reminder', transferId: record_id, recipientId: id });
    return due.length;
  });
};

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

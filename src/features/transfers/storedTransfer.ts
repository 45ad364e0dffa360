import type { PayloadRequest } from 'payload';
import { isClient, type Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { findOwn, inReach } from '../../core/database/findOwn.ts';
import { isId } from '../../core/database/ids.ts';
import type { Conditions } from '../../core/database/listRows.ts';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { ApiError } from '../../core/shared/errors.ts';
import type { RecordId } from '../../core/shared/ids.ts';
import { foldAddress } from '../../core/shared/text.ts';
import { say } from '../../core/texts/say.ts';
import { addressedToSql, type LinkAccess } from '../links/feature.ts';
import { type DownloadNotices, type TransferStatus, transferKind } from './vocabulary.ts';

/** A transfer as SQL reads it. */
export interface StoredTransfer {
  readonly id: RecordId;
  readonly title: string;
  readonly message: string | null;
  readonly status: TransferStatus;
  readonly access: LinkAccess;
  readonly password_hash: string | null;
  readonly max_downloads: number | null;
  readonly notify: DownloadNotices;
  readonly mail_type: string | null;
  readonly organization_id: RecordId | null;
  readonly ticket_id: RecordId | null;
  readonly created_by_id: RecordId | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly expires_at: Date | null;
  readonly bytes_deleted_at: Date | null;
}

/** The links end at their moment, whenever the row says so. */
export const statusSql =
  "case when status = 'ready' and expires_at <= now() then 'expired' else status::text end";

export const transferColumns = `id, title, message, ${statusSql} as status, access, password_hash,
  max_downloads::int as max_downloads, notify, mail_type, organization_id, ticket_id, created_by_id, created_at, sent_at,
  expires_at, bytes_deleted_at`;

/** In a transaction of the CMS, PostgreSQL's timestamps come as text. */
export const transferOfRow = (row: StoredTransfer): StoredTransfer => {
  const date = (value: Date | null) => value && new Date(value);
  return {
    ...row,
    created_at: new Date(row.created_at),
    sent_at: date(row.sent_at),
    expires_at: date(row.expires_at),
    bytes_deleted_at: date(row.bytes_deleted_at),
  };
};

interface Reader {
  readonly req: Pick<PayloadRequest, 'payload' | 'user'>;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

/** Restricts a statement over the transfers' table to those in the caller's reach: a client's are addressed to them. */
export const transfersInReach = (conditions: Conditions, { caller, req, portal }: Reader): Conditions =>
  isClient(caller)
    ? conditions
        .add("status in ('ready', 'expired')")
        .add(sentToSql(req, portal), foldAddress(String(req.user?.email ?? '')))
    : inReach(conditions, caller);

/** The condition that a transfer goes to an address, which is its value. */
export const sentToSql = ({ payload }: Pick<PayloadRequest, 'payload'>, { options }: PortalContext): string =>
  addressedToSql(payload, options.slugs.transfers, transferKind);

/** Holds off other changes, and no insert of a file, whose reference shares the row: two uploads at once would wait for each other. */
export type TransferLock = 'for no key update';

interface Wanted {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly id: string;
  readonly lock?: TransferLock;
}

/** @throws {ApiError} `not_found` for a transfer that is not there, or not in reach */
export const findTransfer = async ({ req, portal, caller, id, lock }: Wanted): Promise<StoredTransfer> => {
  await preparePortalSchema(req.payload);
  return transferOfRow(
    await findOwn<StoredTransfer & Record<string, unknown>>({
      req,
      slug: portal.options.slugs.transfers,
      columns: transferColumns,
      caller,
      id,
      restrict: (conditions) => transfersInReach(conditions, { caller, req, portal }),
      ...(lock && { lock }),
    }),
  );
};

/** A transfer by its id, for the portal itself; null if it is gone. */
export const readTransfer = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: RecordId,
  lock: '' | TransferLock = '',
): Promise<StoredTransfer | null> => {
  if (!isId(req.payload, id)) return null;
  const { rows } = await runStatement<StoredTransfer & Record<string, unknown>>(
    req,
    `select ${transferColumns} from ${tableOf(req.payload, portal.options.slugs.transfers)} where id = $1 ${lock}`,
    [id],
  );
  return rows[0] ? transferOfRow(rows[0]) : null;
};

/** @throws {ApiError} `conflict` unless the transfer is in one of these states */
export const assertStatus = (
  { status }: Pick<StoredTransfer, 'status'>,
  allowed: readonly StoredTransfer['status'][],
): void => {
  if (allowed.includes(status)) return;
  throw new ApiError('conflict', say(`transfers:errors:is:${status}`));
};

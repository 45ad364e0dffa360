import { ApiError } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { type LinkAccess, storedRecords } from '../../links/feature.ts';
import { type DownloadNotices, type TransferStatus, transferKind } from '../vocabulary.ts';

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

export const storedTransfers = storedRecords<StoredTransfer>({
  kind: transferKind,
  slug: 'transfers',
  columns: `id, title, message, ${statusSql} as status, access, password_hash, max_downloads::int as max_downloads, notify,
    mail_type, organization_id, ticket_id, created_by_id, created_at, sent_at, expires_at, bytes_deleted_at`,
  shownSql: "status in ('ready', 'expired')",
  // An insert of a file shares the row by its reference: with `for update`, two uploads at once would wait for each other.
  lock: 'for no key update',
});

/** @throws {ApiError} `conflict` unless the transfer is in one of these states */
export const assertStatus = (
  { status }: Pick<StoredTransfer, 'status'>,
  allowed: readonly StoredTransfer['status'][],
): void => {
  if (allowed.includes(status)) return;
  throw new ApiError('conflict', say(`transfers:errors:is:${status}`));
};

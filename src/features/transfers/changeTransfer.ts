import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import type { Publication } from '../../core/events/publish.ts';
import { idText } from '../../core/shared/ids.ts';
import { forgetReminders } from '../links/feature.ts';
import { noteTransfer } from './ends.ts';
import type { StoredTransfer } from './storedTransfer.ts';
import { type DownloadNotices, transferKind } from './vocabulary.ts';

/** The fields of a change; an undefined field stays as it is. */
interface Change {
  readonly title?: string | undefined;
  readonly message?: string | null | undefined;
  /** As it was given: `password_hash` is its stored form. */
  readonly password?: string | null | undefined;
  readonly password_hash: string | null;
  readonly max_downloads?: number | null | undefined;
  readonly notify?: DownloadNotices | undefined;
  /** In the future. */
  readonly expires_at?: Date | undefined;
}

/**
 * Changes a transfer that the request's transaction has locked, and whose files are there. A later end brings one that has
 * expired back.
 */
export const changeTransfer = async (
  { req, portal }: Publication,
  stored: StoredTransfer,
  change: Change,
): Promise<void> => {
  const end = change.expires_at;
  const kept = <Value>(value: Value | undefined, before: Value): Value =>
    value === undefined ? before : value;
  const revived = stored.status === 'expired' && end !== undefined ? ", status = 'ready'" : '';
  await runStatement(
    req,
    `update ${tableOf(req.payload, portal.options.slugs.transfers)} set title = $1, message = $2, password_hash = $3,
       max_downloads = $4, notify = $5, expires_at = coalesce($6::timestamptz, expires_at), updated_at = now()${revived}
     where id = $7`,
    [
      kept(change.title, stored.title),
      kept(change.message, stored.message),
      change.password === undefined ? stored.password_hash : change.password_hash,
      kept(change.max_downloads, stored.max_downloads),
      kept(change.notify, stored.notify),
      end?.toISOString() ?? null,
      stored.id,
    ],
  );
  if (end === undefined || stored.expires_at === null || end <= stored.expires_at) return;
  if (stored.status === 'draft') return;
  await noteTransfer(req, portal, stored, 'extended');
  await forgetReminders(req, { kind: transferKind, recordId: idText(stored.id) });
};

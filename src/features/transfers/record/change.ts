import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { Publication } from '../../../core/events/publish.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { type Activity, forgetReminders, recordActivity } from '../../links/feature.ts';
import { type DownloadNotices, transferKind } from '../vocabulary.ts';
import { type StoredTransfer, storedTransfers } from './storedTransfer.ts';

/** The fields of a change; an undefined field stays as it is. */
interface Change {
  readonly title?: string | undefined;
  readonly message?: string | null | undefined;
  /** The password as it was given: `password_hash` is its stored form. */
  readonly password?: string | null | undefined;
  readonly password_hash: string | null;
  readonly max_downloads?: number | null | undefined;
  readonly notify?: DownloadNotices | undefined;
  /** A moment in the future. */
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
  await storedTransfers.change(req, portal, stored.id, {
    title: change.title,
    message: change.message,
    password_hash: change.password === undefined ? undefined : change.password_hash,
    max_downloads: change.max_downloads,
    notify: change.notify,
    expires_at: end,
    status: stored.status === 'expired' && end ? 'ready' : undefined,
  });
  if (end === undefined || stored.expires_at === null || end <= stored.expires_at) return;
  if (stored.status === 'draft') return;
  await noteTransfer(req, portal, stored, 'extended');
  await forgetReminders(req, { kind: transferKind, recordId: idText(stored.id) });
};

/** Records something about a transfer, in the request's transaction. */
export const noteTransfer = (
  req: PayloadRequest,
  portal: PortalContext,
  { id, organization_id }: Pick<StoredTransfer, 'id' | 'organization_id'>,
  kind: Activity['kind'],
  linkId?: string,
): Promise<void> =>
  recordActivity(req, portal, {
    kind,
    ...(linkId !== undefined && { link: { id: linkId, recipient_id: null } }),
    recordType: transferKind,
    recordId: idText(id),
    organization: organization_id,
  });

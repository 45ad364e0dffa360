import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { type Activity, type LinkAccess, recordActivity, storedRecords } from '../../links/feature.ts';
import { type RequestStatus, requestKind } from '../vocabulary.ts';
import type { Item } from './items.ts';

/** An upload request as SQL reads it. */
export interface StoredRequest {
  readonly id: RecordId;
  readonly title: string;
  readonly message: string | null;
  readonly status: RequestStatus;
  readonly access: LinkAccess;
  readonly password_hash: string | null;
  readonly organization_id: RecordId | null;
  readonly folder_id: RecordId | null;
  readonly ticket_id: RecordId | null;
  readonly created_by_id: RecordId | null;
  readonly items: readonly Item[];
  readonly accept: readonly string[];
  readonly max_files: number | null;
  readonly max_bytes: number | null;
  readonly reminders: boolean;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly expires_at: Date;
  readonly completed_at: Date | null;
  /** The last mail that reminded its recipients. */
  readonly reminded_at: Date | null;
}

/** A request ends at its moment, whenever the row says so. */
export const statusSql =
  "case when status = 'open' and expires_at <= now() then 'expired' else status::text end";

export const storedRequests = storedRecords<StoredRequest>({
  kind: requestKind,
  slug: 'uploadRequests',
  columns: `id, title, message, ${statusSql} as status, access, password_hash, organization_id, folder_id, ticket_id,
    created_by_id, coalesce(items, '[]') as items, coalesce(accept, '[]') as accept, max_files::int as max_files,
    max_bytes::float8 as max_bytes, reminders, created_at, due_at, expires_at, completed_at, reminded_at`,
  shownSql: 'true',
  lock: 'for update',
});

/** Records something about a request, in the request's transaction. */
export const noteRequest = (
  req: PayloadRequest,
  portal: PortalContext,
  { id, organization_id }: Pick<StoredRequest, 'id' | 'organization_id'>,
  activity: Omit<Activity, 'recordType' | 'recordId' | 'organization'>,
): Promise<void> =>
  recordActivity(req, portal, {
    recordType: requestKind,
    recordId: idText(id),
    organization: organization_id,
    ...activity,
  });

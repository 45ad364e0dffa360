import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { newIdSql } from '../../core/database/ids.ts';
import type { Listing } from '../../core/database/listRows.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { browserOf, shownNetworkOf } from '../client-sessions/feature.ts';
import type { StoredLink } from './storedLinks.ts';

/** The kinds of activity on a record and its links. */
export const activityKinds = [
  'sent',
  'opened',
  'unlocked',
  'refused',
  'downloaded',
  'uploaded',
  'withdrawn',
  'extended',
  'expired',
  'revoked',
  'deleted',
] as const;

export type ActivityKind = (typeof activityKinds)[number];

/** Something that happened to a record of a kind of links. */
export interface Activity {
  readonly kind: ActivityKind;
  readonly recordType: string;
  readonly recordId: string;
  readonly organization: RecordId | null;
  readonly link?: Pick<StoredLink, 'id' | 'recipient_id'> | null;
  readonly recipientId?: string | null;
  readonly fileId?: string | null;
  readonly bytes?: number | null;
  /** True for an act of the person at the link, whose network and browser are kept. */
  readonly isByHolder?: boolean;
}

/** Records an activity, in the request's transaction. */
export const recordActivity = async (
  req: PayloadRequest,
  portal: PortalContext,
  activity: Activity,
): Promise<void> => {
  const { payload, headers } = req;
  const id = newIdSql(payload);
  const { link = null, isByHolder = false } = activity;
  await runStatement(
    req,
    `insert into ${tableOf(payload, portal.options.slugs.linkActivity)}
       (${id.column} at, kind, record_type, record_id, organization_id, link_id, recipient_id, file_id, bytes, network, browser)
     values (${id.value} clock_timestamp(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      activity.kind,
      activity.recordType,
      activity.recordId,
      activity.organization,
      link?.id ?? null,
      activity.recipientId ?? link?.recipient_id ?? null,
      activity.fileId ?? null,
      activity.bytes ?? null,
      isByHolder ? shownNetworkOf(headers) : null,
      isByHolder ? browserOf(headers.get('User-Agent')) : null,
    ],
  );
};

/** An activity as SQL reads it. */
export interface ActivityRow {
  readonly id: RecordId;
  readonly at: Date;
  readonly kind: ActivityKind;
  readonly link_id: string | null;
  readonly recipient_id: string | null;
  readonly file_id: string | null;
  readonly bytes: string | null;
  readonly network: string | null;
  readonly browser: string | null;
}

/** The activity of a record, the oldest first. */
export const activityOf = (
  { payload }: Pick<PayloadRequest, 'payload'>,
  portal: PortalContext,
  { recordType, recordId }: Pick<Activity, 'recordType' | 'recordId'>,
): Listing => ({
  columns: 'id, at, kind, link_id, recipient_id, file_id, bytes, network, browser',
  from: tableOf(payload, portal.options.slugs.linkActivity),
  order: { column: 'at', direction: 'asc', ties: 'asc' },
  restrict: (conditions) => conditions.add('record_type = ?', recordType).add('record_id = ?', recordId),
});

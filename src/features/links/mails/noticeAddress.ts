import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { findTeamMember } from '../../people/feature.ts';
import { notificationAddress } from '../../settings/feature.ts';

interface NotedRecord {
  /** The creator. */
  readonly id: RecordId | null;
  readonly organization: RecordId | null;
}

/**
 * The address that gets the notices about a record: its creator's, or the notification address once the creator is gone, or
 * may not read the record any more.
 */
export const noticeAddress = async (
  req: PayloadRequest,
  portal: PortalContext,
  record: NotedRecord,
): Promise<string | null> => {
  const creator = await findTeamMember(req, portal, record);
  return creator ? String(creator.user.email) : notificationAddress(req.payload);
};

import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { type Activity, recordActivity } from '../../links/feature.ts';
import { requestKind } from '../vocabulary.ts';
import type { StoredRequest } from './storedRequest.ts';

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

import { recordOperations } from '../../links/feature.ts';
import { requestLinks } from '../linkKind.ts';
import { assertStatus, loadRequest, lockRequest, requestPath } from './request.ts';

/** The operations on the links of an upload request. */
export const linkOperations = recordOperations({
  links: requestLinks,
  one: 'an upload request',
  path: requestPath,
  scopes: { read: 'upload-requests:read', write: 'upload-requests:write' },
  load: loadRequest,
  lock: lockRequest,
  assertTakesLinks: (request) => assertStatus(request, ['open']),
  assertOpen: (request) => assertStatus(request, ['open', 'completed']),
});

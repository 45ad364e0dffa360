import { z } from 'zod';
import { isMember } from '../../../core/access/roles.ts';
import { listOf } from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { recordList, recordOperations } from '../../links/feature.ts';
import { requestLinks } from '../linkKind.ts';
import { type StoredRequest, statusSql, storedRequests } from '../record/storedRequest.ts';
import { requestStatuses } from '../vocabulary.ts';
import {
  assertStatus,
  loadRequest,
  lockRequest,
  requestPath,
  showRequest,
  showRequests,
  uploadRequest,
} from './request.ts';

const who = {
  gate: isMember,
  scope: 'upload-requests:read',
  sessions: ['staff', 'representative', 'client'],
} as const;

export const listUploadRequests = defineOperation({
  name: 'list_upload_requests',
  summary:
    'Lists the upload requests in reach, newest first; a client’s are those that are addressed to them.',
  method: 'GET',
  path: '/v1/upload-requests',
  // A client must not find out who else is asked.
  who: { ...who, teamFields: ['recipient', 'organization_id'] },
  response: { output: listOf(uploadRequest), status: 200 },
  ...recordList({
    stored: storedRequests,
    statuses: requestStatuses,
    statusSql,
    words: {
      status: 'Only requests of this status.',
      recipient: 'The address of someone who is asked, in any case.',
    },
    show: showRequests,
  }),
});

export const getUploadRequest = defineOperation({
  name: 'get_upload_request',
  summary: 'Reads an upload request, with the state of its items and the files that have come.',
  method: 'GET',
  path: requestPath,
  who,
  input: z.strictObject({}),
  response: { output: uploadRequest, status: 200 },
  load: loadRequest,
  run: async (_input, { caller, portal, req }, row: StoredRequest) => ({
    output: await showRequest({ req, portal, caller }, row),
  }),
});

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

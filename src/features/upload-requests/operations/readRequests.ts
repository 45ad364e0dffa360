import { z } from 'zod';
import { isMember } from '../../../core/access/roles.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso, withDates } from '../../../core/database/time.ts';
import { textParameter } from '../../../core/http/input/fields.ts';
import { answerList, listOf } from '../../../core/http/input/list.ts';
import { byCreation, checkPaging, pageParameters } from '../../../core/http/input/paging.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { idText } from '../../../core/shared/ids.ts';
import { foldAddress } from '../../../core/shared/text.ts';
import { restrictToTicket } from '../../tickets/feature.ts';
import { type StoredRequest, statusSql, storedRequests } from '../storedRequest.ts';
import { requestStatuses } from '../vocabulary.ts';
import { loadRequest, requestPath, showRequest, showRequests, uploadRequest } from './request.ts';

const who = {
  gate: isMember,
  scope: 'upload-requests:read',
  sessions: ['staff', 'representative', 'client'],
} as const;

const input = z
  .strictObject({
    status: z
      .enum(requestStatuses, `Give one of ${requestStatuses.join(', ')}.`)
      .optional()
      .describe('Only requests of this status.'),
    recipient: textParameter.optional().describe('The address of someone who is asked, in any case.'),
    organization_id: textParameter.optional().describe('One organization.'),
    ticket_id: textParameter
      .optional()
      .describe('One ticket; those of tickets that were merged into it, too.'),
    ...pageParameters,
  })
  .superRefine((query, context) => checkPaging(query, context));

export const listUploadRequests = defineOperation({
  name: 'list_upload_requests',
  summary:
    'Lists the upload requests in reach, newest first; a client’s are those that are addressed to them.',
  method: 'GET',
  path: '/v1/upload-requests',
  // A client must not find out who else is asked.
  who: { ...who, teamFields: ['recipient', 'organization_id'] },
  input,
  answer: { output: listOf(uploadRequest), status: 200 },
  async run(query, { caller, payload, portal, req }) {
    await preparePortalSchema(payload);
    const { status, recipient, organization_id, ticket_id } = query;
    return answerList<StoredRequest, StoredRequest, z.input<typeof uploadRequest>>({
      payload,
      query,
      listing: {
        columns: storedRequests.columns,
        from: tableOf(payload, portal.options.slugs.uploadRequests),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) =>
          storedRequests
            .restrict(restrictToTicket(conditions, { payload, portal }, ticket_id), {
              caller,
              req,
              portal,
            })
            .add(`(${statusSql}) = ?`, status)
            .add('organization_id::text = ?', organization_id)
            .add(
              storedRequests.addressedTo(req, portal),
              recipient === undefined ? undefined : foldAddress(recipient),
            ),
      },
      toItem: withDates<StoredRequest>,
      complete: (rows) => showRequests({ req, portal, caller }, rows),
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    });
  },
});

export const getUploadRequest = defineOperation({
  name: 'get_upload_request',
  summary: 'Reads an upload request, with the state of its items and the files that have come.',
  method: 'GET',
  path: requestPath,
  who,
  input: z.strictObject({}),
  answer: { output: uploadRequest, status: 200 },
  load: loadRequest,
  run: async (_input, { caller, portal, req }, row: StoredRequest) => ({
    output: await showRequest({ req, portal, caller }, row),
  }),
});

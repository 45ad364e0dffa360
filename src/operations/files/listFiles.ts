import type { Payload } from 'payload';
import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import type { Conditions } from '../../database/conditions.ts';
import { isId } from '../../database/ids.ts';
import { tableOf } from '../../database/table.ts';
import { iso } from '../../database/time.ts';
import { idText } from '../../shared/ids.ts';
import { completeRecords } from '../opened/openedFields.ts';
import { defineOperation } from '../operation.ts';
import { answerList, listOf } from '../shared/list.ts';
import { byCreation, checkPaging, pageParameters } from '../shared/paging.ts';
import { inReach, organizationParameter } from '../shared/scope.ts';
import { textParameter } from '../shared/text.ts';
import { buildToFile, type FileRow, file, fileColumns } from './file.ts';

const input = z
  .strictObject({
    folder_id: textParameter.optional().describe('The files of one folder.'),
    ticket_id: textParameter.optional().describe('The files attached to one ticket.'),
    ...organizationParameter,
    ...pageParameters,
  })
  .superRefine((query, context) => checkPaging(query, context));

export const listFiles = defineOperation({
  name: 'list_files',
  summary: 'Lists the files in reach, newest first.',
  method: 'GET',
  path: '/v1/files',
  gate: isMember,
  scope: 'files:read',
  input,
  spanningFields: ['organization_id'],
  output: listOf(file),
  status: 200,
  run: (query, { caller, payload, portal, req }) =>
    answerList<FileRow, z.input<typeof file>>({
      payload,
      query,
      listing: {
        columns: fileColumns,
        from: tableOf(payload, portal.options.slugs.files),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) => {
          const { folder_id, ticket_id, organization_id } = query;
          addId(payload, conditions, 'folder_id', folder_id);
          addId(payload, conditions, 'ticket_id', ticket_id);
          return inReach(conditions, caller).add('organization_id::text = ?', organization_id);
        },
      },
      toItem: buildToFile(req, portal),
      complete: (items) => completeRecords({ req, portal, collection: 'files' }, items),
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});

/** As the column's own type, so that its index serves. */
const addId = (payload: Payload, conditions: Conditions, column: string, id: string | undefined): void => {
  if (id === undefined || isId(payload, id)) conditions.add(`${column} = ?`, id);
  else conditions.add('false');
};

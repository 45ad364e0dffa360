import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import { tableOf } from '../../database/table.ts';
import { iso } from '../../database/time.ts';
import { folderColumns, type StoredFolder } from '../../files/folder.ts';
import { idText } from '../../shared/ids.ts';
import { completeRecords } from '../opened/openedFields.ts';
import { defineOperation } from '../operation.ts';
import { answerList, listOf } from '../shared/list.ts';
import { byCreation, checkPaging, pageParameters } from '../shared/paging.ts';
import { inReach, organizationParameter } from '../shared/scope.ts';
import { folder, toFolder } from './folder.ts';

export const listFolders = defineOperation({
  name: 'list_folders',
  summary: 'Lists the folders in reach, newest first.',
  method: 'GET',
  path: '/v1/folders',
  gate: isMember,
  scope: 'files:read',
  input: z
    .strictObject({ ...organizationParameter, ...pageParameters })
    .superRefine((query, context) => checkPaging(query, context)),
  spanningFields: ['organization_id'],
  output: listOf(folder),
  status: 200,
  run: (query, { caller, payload, portal, req }) =>
    answerList<StoredFolder, z.input<typeof folder>>({
      payload,
      query,
      listing: {
        columns: folderColumns,
        from: tableOf(payload, portal.options.slugs.folders),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) =>
          inReach(conditions, caller).add('organization_id::text = ?', query.organization_id),
      },
      toItem: toFolder,
      complete: (items) => completeRecords({ req, portal, collection: 'folders' }, items),
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});

import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { isMember } from '../../../../core/access/roles.ts';
import type { PortalContext } from '../../../../core/context.ts';
import { inReach } from '../../../../core/database/findOwn.ts';
import { runStatement } from '../../../../core/database/statement.ts';
import { tableOf } from '../../../../core/database/table.ts';
import { iso } from '../../../../core/database/time.ts';
import { nameField, organizationParameter } from '../../../../core/http/input/fields.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../../core/http/input/list.ts';
import { completeRecord, completeRecords, openings } from '../../../../core/http/opened/openedFields.ts';
import { defineOperation } from '../../../../core/http/operation.ts';
import type { OperationContext } from '../../../../core/http/operationContext.ts';
import { notFound } from '../../../../core/shared/errors/errors.ts';
import { idText, idTextOrNull, type RecordId } from '../../../../core/shared/values/ids.ts';
import { findFolder, folderColumns, type StoredFolder } from '../../folders/folder.ts';

export const folder = z
  .strictObject({
    id: z.string(),
    name: z.string().meta({ examples: ['Invoices'] }),
    organization_id: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Folder' })
  .register(openings, { collection: 'folders', use: 'response' });

export const toFolder = (stored: StoredFolder): z.input<typeof folder> => ({
  id: idText(stored.id),
  name: stored.name,
  organization_id: idTextOrNull(stored.organization_id),
  created_at: iso(new Date(stored.created_at)),
});

export const folderNameField = nameField.meta({ examples: ['Invoices'] });

/** The folder that the path names. */
export const loadFolder = ({ caller, params, portal, req }: OperationContext): Promise<StoredFolder> =>
  findFolder(req, portal.options.slugs.folders, caller, params.folder_id ?? '');

/** A folder, read inside the request's transaction. */
export const readFolder = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: RecordId,
): Promise<StoredFolder> => {
  const table = tableOf(req.payload, options.slugs.folders);
  const { rows } = await runStatement<StoredFolder & Record<string, unknown>>(
    req,
    `select ${folderColumns} from ${table} where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw notFound();
  return row;
};

export const getFolder = defineOperation({
  name: 'get_folder',
  summary: 'Reads a folder.',
  method: 'GET',
  path: '/v1/folders/{folder_id}',
  who: { gate: isMember, scope: 'files:read', sessions: ['client'] },
  input: z.strictObject({}),
  response: { output: folder, status: 200 },
  load: loadFolder,
  run: async (_input, { portal, req }, stored: StoredFolder) => ({
    output: await completeRecord({ req, portal, collection: 'folders' }, toFolder(stored)),
  }),
});

export const listFolders = defineOperation({
  name: 'list_folders',
  summary: 'Lists the folders in reach, newest first.',
  method: 'GET',
  path: '/v1/folders',
  who: { gate: isMember, scope: 'files:read', sessions: ['client'], spanningFields: ['organization_id'] },
  input: z
    .strictObject({ ...organizationParameter, ...pageParameters })
    .superRefine((query, context) => checkPaging(query, context)),
  response: { output: listOf(folder), status: 200 },
  run: (query, { caller, payload, portal, req }) =>
    respondWithList<StoredFolder, z.input<typeof folder>>({
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

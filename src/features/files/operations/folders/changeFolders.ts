import type { CollectionSlug } from 'payload';
import { z } from 'zod';
import { isMember } from '../../../../core/access/roles.ts';
import { lockRecord } from '../../../../core/database/findOwn.ts';
import { inTransaction } from '../../../../core/database/transaction.ts';
import { locationOf } from '../../../../core/http/headers.ts';
import { idField, recordIdIn } from '../../../../core/http/input/fields.ts';
import { completeRecord } from '../../../../core/http/opened/openedFields.ts';
import { takeOpened } from '../../../../core/http/opened/takeOpened.ts';
import { defineOperation } from '../../../../core/http/operation.ts';
import type { StoredFolder } from '../../folders/folder.ts';
import { folder, folderNameField, loadFolder, readFolder, toFolder } from './readFolders.ts';

export const createFolder = defineOperation({
  name: 'create_folder',
  summary: 'Makes a folder.',
  method: 'POST',
  path: '/v1/folders',
  who: { gate: isMember, scope: 'files:write', sessions: ['client'], spanningFields: ['organization_id'] },
  input: z.strictObject({
    name: folderNameField.describe('On one line.'),
    organization_id: idField
      .optional()
      .describe('Required for keys that span organizations; not allowed for others.'),
  }),
  opens: 'folders',
  response: { output: folder, status: 201, headers: ['Location'] },
  async run(input, { payload, portal, req }) {
    const opened = { req, portal, collection: 'folders' } as const;
    const added = await takeOpened({ ...opened, input, id: null });
    const { id } = await payload.create({
      collection: portal.options.slugs.folders as CollectionSlug,
      data: {
        name: input.name,
        organization: recordIdIn(payload, input, 'organization_id', portal.options.slugs.organizations),
        ...added,
      },
      depth: 0,
      overrideAccess: false,
      req,
    });
    const output = await completeRecord(opened, toFolder(await readFolder(req, portal, id)));
    return { output, headers: { Location: locationOf(req, output.id) } };
  },
});

export const renameFolder = defineOperation({
  name: 'rename_folder',
  summary: 'Renames a folder.',
  method: 'PATCH',
  path: '/v1/folders/{folder_id}',
  who: { gate: isMember, scope: 'files:write', sessions: ['client'] },
  input: z.strictObject({ name: folderNameField.describe('On one line.') }),
  opens: 'folders',
  response: { output: folder, status: 200 },
  load: loadFolder,
  run: (change, { payload, portal, req }, { id }: StoredFolder) =>
    inTransaction(req, async () => {
      const collection = portal.options.slugs.folders as CollectionSlug;
      const opened = { req, portal, collection: 'folders' } as const;
      await lockRecord(req, collection, id);
      const data = { name: change.name, ...(await takeOpened({ ...opened, input: change, id })) };
      await payload.update({ collection, id, data, depth: 0, overrideAccess: false, req });
      return { output: await completeRecord(opened, toFolder(await readFolder(req, portal, id))) };
    }),
});

export const deleteFolder = defineOperation({
  name: 'delete_folder',
  summary: 'Deletes an empty folder; one that holds files is 409.',
  method: 'DELETE',
  path: '/v1/folders/{folder_id}',
  who: { gate: isMember, scope: 'files:write', sessions: ['client'] },
  input: z.strictObject({}),
  response: { output: z.null(), status: 204 },
  errors: ['conflict'],
  load: loadFolder,
  run: (_input, { payload, portal, req }, { id }: StoredFolder) =>
    inTransaction(req, async () => {
      const collection = portal.options.slugs.folders as CollectionSlug;
      await lockRecord(req, collection, id);
      await payload.delete({ collection, id, depth: 0, overrideAccess: false, req });
      return { output: null };
    }),
});

import type { CollectionSlug } from 'payload';
import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import { lockRecord } from '../../database/findOwn.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { StoredFolder } from '../../files/folder.ts';
import { completeRecord } from '../opened/openedFields.ts';
import { takeOpened } from '../opened/takeOpened.ts';
import { defineOperation } from '../operation.ts';
import { folder, folderNameField, loadFolder, toFolder } from './folder.ts';
import { readFolder } from './readFolder.ts';

export const renameFolder = defineOperation({
  name: 'rename_folder',
  summary: 'Renames a folder.',
  method: 'PATCH',
  path: '/v1/folders/{folder_id}',
  gate: isMember,
  scope: 'files:write',
  input: z.strictObject({ name: folderNameField.describe('On one line.') }),
  opens: 'folders',
  output: folder,
  status: 200,
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

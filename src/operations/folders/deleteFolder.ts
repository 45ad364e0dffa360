import type { CollectionSlug } from 'payload';
import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import { lockRecord } from '../../database/findOwn.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { StoredFolder } from '../../files/folder.ts';
import { defineOperation } from '../operation.ts';
import { loadFolder } from './folder.ts';

export const deleteFolder = defineOperation({
  name: 'delete_folder',
  summary: 'Deletes an empty folder; one that holds files is 409.',
  method: 'DELETE',
  path: '/v1/folders/{folder_id}',
  gate: isMember,
  scope: 'files:write',
  input: z.strictObject({}),
  output: z.null(),
  status: 204,
  refusals: ['conflict'],
  load: loadFolder,
  run: (_input, { payload, portal, req }, { id }: StoredFolder) =>
    inTransaction(req, async () => {
      const collection = portal.options.slugs.folders as CollectionSlug;
      await lockRecord(req, collection, id);
      await payload.delete({ collection, id, depth: 0, overrideAccess: false, req });
      return { output: null };
    }),
});

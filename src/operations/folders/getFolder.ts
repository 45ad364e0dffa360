import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import type { StoredFolder } from '../../files/folder.ts';
import { completeRecord } from '../opened/openedFields.ts';
import { defineOperation } from '../operation.ts';
import { folder, loadFolder, toFolder } from './folder.ts';

export const getFolder = defineOperation({
  name: 'get_folder',
  summary: 'Reads a folder.',
  method: 'GET',
  path: '/v1/folders/{folder_id}',
  gate: isMember,
  scope: 'files:read',
  input: z.strictObject({}),
  output: folder,
  status: 200,
  load: loadFolder,
  run: async (_input, { portal, req }, stored: StoredFolder) => ({
    output: await completeRecord({ req, portal, collection: 'folders' }, toFolder(stored)),
  }),
});

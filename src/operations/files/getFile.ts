import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import { completeRecord } from '../opened/openedFields.ts';
import { defineOperation } from '../operation.ts';
import { buildToFile, type FileRow, file, loadFile } from './file.ts';

export const getFile = defineOperation({
  name: 'get_file',
  summary: 'Reads what is known of a file, with a link to download it.',
  method: 'GET',
  path: '/v1/files/{file_id}',
  gate: isMember,
  scope: 'files:read',
  input: z.strictObject({}),
  output: file,
  status: 200,
  load: loadFile,
  run: async (_input, { portal, req }, row: FileRow) => ({
    output: await completeRecord({ req, portal, collection: 'files' }, buildToFile(req, portal)(row)),
  }),
});

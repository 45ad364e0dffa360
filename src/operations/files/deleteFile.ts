import type { CollectionSlug } from 'payload';
import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import { lockRecord } from '../../database/findOwn.ts';
import { inTransaction } from '../../database/transaction.ts';
import { storageOf } from '../../files/storage.ts';
import { defineOperation } from '../operation.ts';
import { type FileRow, loadFile } from './file.ts';

export const deleteFile = defineOperation({
  name: 'delete_file',
  summary: 'Deletes a file and its bytes.',
  method: 'DELETE',
  path: '/v1/files/{file_id}',
  gate: isMember,
  scope: 'files:write',
  input: z.strictObject({}),
  output: z.null(),
  status: 204,
  load: loadFile,
  async run(_input, { payload, portal, req }, { id, filename }: FileRow) {
    const collection = portal.options.slugs.files as CollectionSlug;
    await inTransaction(req, async () => {
      await lockRecord(req, collection, id);
      await payload.delete({ collection, id, depth: 0, overrideAccess: false, req });
    });
    // The collection's hook does so as well, but the response does not wait for it.
    await storageOf(payload, collection).own?.remove(filename);
    return { output: null };
  },
});

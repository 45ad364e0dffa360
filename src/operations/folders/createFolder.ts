import type { CollectionSlug } from 'payload';
import { z } from 'zod';
import { isMember } from '../../access/roles.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { completeRecord } from '../opened/openedFields.ts';
import { takeOpened } from '../opened/takeOpened.ts';
import { defineOperation } from '../operation.ts';
import { idField } from '../shared/fields.ts';
import { recordIdIn } from '../shared/recordId.ts';
import { folder, folderNameField, toFolder } from './folder.ts';
import { readFolder } from './readFolder.ts';

export const createFolder = defineOperation({
  name: 'create_folder',
  summary: 'Makes a folder.',
  method: 'POST',
  path: '/v1/folders',
  gate: isMember,
  scope: 'files:write',
  input: z.strictObject({
    name: folderNameField.describe('On one line.'),
    organization_id: idField.optional().describe('For keys that span organizations, which must give it.'),
  }),
  opens: 'folders',
  spanningFields: ['organization_id'],
  output: folder,
  status: 201,
  answerHeaders: ['Location'],
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
    return { output, headers: { Location: `${apiRouteOf(payload, portal)}/v1/folders/${output.id}` } };
  },
});

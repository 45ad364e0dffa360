import { z } from 'zod';
import { iso } from '../../database/time.ts';
import type { StoredFolder } from '../../files/folder.ts';
import { findFolder } from '../../files/folder.ts';
import { idText, idTextOrNull } from '../../shared/ids.ts';
import { openings } from '../opened/openings.ts';
import type { OperationContext } from '../operation.ts';
import { nameField } from '../shared/fields.ts';

export const folder = z
  .strictObject({
    id: z.string(),
    name: z.string().meta({ examples: ['Invoices'] }),
    organization_id: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Folder' })
  .register(openings, { collection: 'folders', use: 'answer' });

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

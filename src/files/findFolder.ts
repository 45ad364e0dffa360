import type { PayloadRequest } from 'payload';
import type { Principal } from '../access/roles.ts';
import { findOwn } from '../database/findOwn.ts';
import type { RecordId } from '../shared/ids.ts';

/** A folder as it is stored. */
export interface StoredFolder {
  id: RecordId;
  name: string;
  organization_id: RecordId | null;
  created_at: Date;
}

export const folderColumns = 'id, name, organization_id, created_at';

/** @throws {ApiError} `not_found` for a folder that is not there, or not in reach */
export const findFolder = (
  req: PayloadRequest,
  slug: string,
  caller: Principal,
  id: string,
): Promise<StoredFolder> =>
  findOwn<StoredFolder & Record<string, unknown>>({ req, slug, columns: folderColumns, caller, id });

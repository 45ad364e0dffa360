import type { Payload } from 'payload';
import type { Principal } from '../access/roles.ts';
import type { RecordId } from '../shared/ids.ts';
import { findOwn } from './findOwn.ts';

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
  payload: Payload,
  slug: string,
  caller: Principal,
  id: string,
): Promise<StoredFolder> => findOwn<StoredFolder>({ payload, slug, columns: folderColumns, caller, id });

import type { PayloadRequest } from 'payload';
import type { Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { findOwn } from '../../../core/database/findOwn.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { withOwnMoments } from '../../../core/shared/values/moments.ts';
import { say } from '../../../core/texts/say.ts';
import { chooseOrganization } from '../../people/feature.ts';

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

/**
 * Waits for uploads into the folder that are under way, and keeps new ones out until the request's transaction ends.
 *
 * @throws {ApiError} `conflict` if the folder holds a file
 */
export const assertEmpty = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  id: RecordId,
): Promise<void> => {
  await runStatement(req, `select id from ${tableOf(req.payload, slugs.folders)} where id = $1 for update`, [
    id,
  ]);
  const { rows: files } = await runStatement(
    req,
    `select id from ${tableOf(req.payload, slugs.files)} where folder_id = $1 limit 1`,
    [id],
  );
  if (files.length > 0) throw new ApiError('conflict', say('errors:file:folderNotEmpty'));
};

interface FolderMove extends FolderChange {
  readonly stored: Record<string, unknown>;
}

/**
 * Keeps a folder that holds files with its organization. Waits for uploads into it that are under way.
 *
 * @throws {ApiError} `conflict`
 */
const assertStays = async ({ req, portal, data, stored }: FolderMove): Promise<void> => {
  if (data.organization === undefined) return;
  if (String(relationId(data.organization)) === String(relationId(stored.organization))) return;
  await assertEmpty(req, portal, stored.id as RecordId);
};

interface FolderChange {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** Values by the CMS's names of the fields. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The document of the CMS; undefined for a new folder. */
  readonly stored: Record<string, unknown> | undefined;
}

/**
 * Decides to which organization a new folder belongs.
 *
 * @returns the fields to store
 * @throws {ApiError} `validation_failed`
 */
export const completeFolder = async ({
  req,
  portal,
  data,
  stored,
}: FolderChange): Promise<Record<string, unknown>> => {
  const principal = portal.principalOf(req.user);
  const fields = principal ? withOwnMoments(data, stored) : data;
  if (stored) {
    await assertStays({ req, portal, data, stored });
    return { ...fields };
  }
  const organization = await chooseOrganization({ req, portal, principal, wanted: data.organization });
  return { ...fields, organization };
};

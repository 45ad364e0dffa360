import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { lockName } from '../../../core/database/lock.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { ticketFolderNames } from './ticketFolderNames.ts';

/** The folder of an organization for the files of its tickets. The first file that names no other folder creates it. */
export const ticketFolder = async (
  req: PayloadRequest,
  portal: PortalContext,
  organization: RecordId,
): Promise<RecordId> => {
  const { slugs } = portal.options;
  const present = await findFolder(req, portal, organization);
  if (present !== null) return present;
  // Two files at once must not create two folders. Later ones wait for no file, which may take minutes.
  await lockName(req, `ticket-folder/${organization}`);
  const other = await findFolder(req, portal, organization);
  if (other !== null) return other;
  const made = await req.payload.create({
    collection: slugs.folders as CollectionSlug,
    data: { name: ticketFolderNames[0], organization },
    depth: 0,
    // The folder is the portal's, not that of the user who sent the first file.
    overrideAccess: true,
    req,
  });
  return made.id;
};

const findFolder = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  organization: RecordId,
): Promise<RecordId | null> => {
  const { rows } = await runStatement<{ id: RecordId }>(
    req,
    `select id from ${tableOf(req.payload, slugs.folders)} where organization_id = $1 and name = any($2)
     order by id limit 1`,
    [organization, [...ticketFolderNames]],
  );
  return rows[0]?.id ?? null;
};

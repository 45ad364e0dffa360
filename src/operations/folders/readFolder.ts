import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../context.ts';
import { runStatement } from '../../database/statement.ts';
import { tableOf } from '../../database/table.ts';
import { folderColumns, type StoredFolder } from '../../files/folder.ts';
import { notFound } from '../../shared/errors.ts';
import type { RecordId } from '../../shared/ids.ts';

/** A folder as the request's own transaction has left it. */
export const readFolder = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: RecordId,
): Promise<StoredFolder> => {
  const table = tableOf(req.payload, options.slugs.folders);
  const { rows } = await runStatement<StoredFolder & Record<string, unknown>>(
    req,
    `select ${folderColumns} from ${table} where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw notFound();
  return row;
};

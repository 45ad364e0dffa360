import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { ApiError } from '../shared/errors.ts';
import type { RecordId } from '../shared/ids.ts';
import { say } from '../translations/say.ts';

/**
 * Keeps a ticket that has files with its organization: their folder is of that one. The caller holds the lock of the
 * ticket, so no file is on its way.
 *
 * @throws {ApiError} `conflict`
 */
export const assertNoFiles = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  ticket: RecordId,
): Promise<void> => {
  const { rows } = await runStatement(
    req,
    `select id from ${tableOf(req.payload, slugs.files)} where ticket_id = $1 limit 1`,
    [ticket],
  );
  if (rows.length > 0) throw new ApiError('conflict', say('errors:ticket:hasFiles'));
};

import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { lockTicket } from './locks.ts';

/**
 * Keeps a ticket that has files with its organization: their folder is of that one. Waits for a file that is on its way.
 *
 * @throws {ApiError} `conflict`
 */
export const assertNoFiles = async (
  req: PayloadRequest,
  portal: PortalContext,
  ticket: RecordId,
): Promise<void> => {
  await lockTicket(req, portal, ticket, 'for update');
  const { rows } = await runStatement(
    req,
    `select id from ${tableOf(req.payload, portal.options.slugs.files)} where ticket_id = $1 limit 1`,
    [ticket],
  );
  if (rows.length > 0) throw new ApiError('conflict', say('errors:ticket:hasFiles'));
};

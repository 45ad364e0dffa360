import type { CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';

/**
 * Hides the files of a ticket from clients before it is deleted: a file without a ticket is in reach of the whole organization,
 * whose clients may not have seen the ticket. Staff keep them.
 */
export const hideWithTicket =
  ({ options }: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    const files = tableOf(req.payload, options.slugs.files);
    await runStatement(req, `update ${files} set internal = true where ticket_id = $1`, [id]);
  };

import type { CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { runStatement } from '../src/database/statement.ts';
import { tableOf } from '../src/database/table.ts';

/** Takes what was said on a ticket along with it. */
export const buildDeleteReplies =
  ({ options }: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    const replies = tableOf(req.payload, options.slugs.ticketReplies);
    await runStatement(req, `delete from ${replies} where ticket_id = $1`, [id]);
  };

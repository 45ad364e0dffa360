import type { CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { runStatement } from '../src/database/statement.ts';
import { tableOf } from '../src/database/table.ts';
import { lockTicket } from '../src/tickets/lockTicket.ts';

/** Takes what was said on a ticket along with it. */
export const buildDeleteReplies =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    // A reply that is being written is waited for, and one that comes later finds no ticket.
    await lockTicket(req, portal, id);
    const replies = tableOf(req.payload, portal.options.slugs.ticketReplies);
    await runStatement(req, `delete from ${replies} where ticket_id = $1`, [id]);
  };

import type { CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { runStatement } from '../src/database/statement.ts';
import { tableOf } from '../src/database/table.ts';
import { lockTicket } from '../src/tickets/lockTicket.ts';

/** Takes what was said on a ticket, and its history, along with it. */
export const buildDeleteWithTicket =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    const { slugs } = portal.options;
    // A reply that is being written is waited for, and one that comes later finds no ticket.
    await lockTicket(req, portal, id);
    for (const slug of [slugs.ticketReplies, slugs.ticketChanges])
      await runStatement(req, `delete from ${tableOf(req.payload, slug)} where ticket_id = $1`, [id]);
  };

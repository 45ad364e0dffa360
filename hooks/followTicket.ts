import type { CollectionAfterChangeHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { announceTicket } from '../src/tickets/announce.ts';

/** Sets off what follows a change of a ticket, committed with it or not at all. */
export const buildFollowTicket =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, operation, previousDoc, req }) => {
    await announceTicket({ req, portal, ticket: doc, before: operation === 'create' ? null : previousDoc });
  };

import type { CollectionAfterChangeHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { announceTicket } from '../src/features/tickets/announce.ts';

/** Carries out what a change of a ticket causes, in the same transaction. */
export const buildFollowTicket =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, operation, previousDoc, req }) => {
    await announceTicket({ req, portal, ticket: doc, before: operation === 'create' ? null : previousDoc });
  };

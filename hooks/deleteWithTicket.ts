import type { CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { deleteWithTicket } from '../src/features/tickets/locks.ts';

/** Deletes the replies and the history of a ticket with it. */
export const buildDeleteWithTicket =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  ({ id, req }) =>
    deleteWithTicket(req, portal, id);

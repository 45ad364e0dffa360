import type { CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { deleteWithTicket } from '../src/tickets/locks.ts';

/** Takes what was said on a ticket, and its history, along with it. */
export const buildDeleteWithTicket =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  ({ id, req }) =>
    deleteWithTicket(req, portal, id);

import type { CollectionBeforeOperationHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { lockTicket } from '../src/tickets/locks.ts';

/**
 * Makes changes of a ticket wait for each other before the CMS reads it: what a change leaves out the CMS fills in from
 * what it has read, which would undo a change that someone else makes meanwhile.
 */
export const buildLockTicket =
  (portal: PortalContext): CollectionBeforeOperationHook =>
  async ({ args, operation, req }) => {
    if (operation === 'update' && 'id' in args && args.id !== undefined)
      await lockTicket(req, portal, args.id);
  };

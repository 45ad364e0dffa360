import type { CollectionBeforeOperationHook } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { lockTicket } from '../src/features/tickets/locks.ts';

/**
 * Makes changes of a ticket wait for each other before the CMS reads it. The CMS fills in the fields that a change
 * leaves out from what it has read, which would undo a change by another user in between.
 */
export const buildLockTicket =
  (portal: PortalContext): CollectionBeforeOperationHook =>
  async ({ args, operation, req }) => {
    if (operation === 'update' && 'id' in args && args.id !== undefined)
      await lockTicket(req, portal, args.id);
  };

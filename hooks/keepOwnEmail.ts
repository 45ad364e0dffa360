import type { CollectionBeforeChangeHook } from 'payload';
import { isStaff } from '../src/core/access/roles.ts';
import type { PortalContext } from '../src/core/context.ts';

/**
 * Keeps the address of a client or representative who changes it by themselves: an address counts as proof of who someone
 * is, so only staff set it. The answer is the same whatever address was sent, so it tells no one who has an account.
 */
export const buildKeepOwnEmail =
  ({ principalOf }: PortalContext): CollectionBeforeChangeHook =>
  ({ data, operation, originalDoc, req }) => {
    const principal = principalOf(req.user);
    if (operation !== 'update' || principal === null || isStaff(principal)) return data;
    return { ...data, email: originalDoc?.email };
  };

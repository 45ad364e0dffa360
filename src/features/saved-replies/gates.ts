import type { Access } from 'payload';
import { isClient, isSpanningStaff } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { whereFor } from './reach.ts';

/** Saved replies for everyone, and those of the organizations in reach. Keeps out clients. */
export const readSavedReplies =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isClient(principal)) return false;
    return principal.spans || whereFor(principal.organizations);
  };

/** Keeps out everyone but staff with access to all organizations. */
export const writeSavedReplies =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) =>
    isSpanningStaff(principalOf(req.user));

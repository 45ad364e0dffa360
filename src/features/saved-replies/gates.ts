import type { Access, Where } from 'payload';
import { isClient, isSpanningStaff } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';

/** Saved replies for everyone, and those of the organizations in reach. Keeps out clients. */
export const readSavedReplies =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isClient(principal)) return false;
    if (principal.spans) return true;
    const own: Where = { organization: { in: [...principal.organizations] } };
    return { or: [{ everybody: { equals: true } }, own] };
  };

/** Keeps out everyone but staff with access to all organizations. */
export const writeSavedReplies =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) =>
    isSpanningStaff(principalOf(req.user));

import type { Access } from 'payload';
import { isClient, isMember, type Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';

/** Staff and representatives: those who send and ask for files. */
export const isTeam = (principal: Principal | null): boolean => isMember(principal) && !isClient(principal);

/** Records of the organizations in reach. Keeps out clients, whose door is the link. */
export const readByTeam =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isClient(principal)) return false;
    return principal.spans || { organization: { in: [...principal.organizations] } };
  };

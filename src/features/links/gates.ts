import type { Access } from 'payload';
import { isClient } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';

/** Records of the organizations in reach. Keeps out clients, who use the link. */
export const readByTeam =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isClient(principal)) return false;
    return principal.spans || { organization: { in: [...principal.organizations] } };
  };

import type { Access } from 'payload';
import { accessInReach } from '../../core/access/accessInReach.ts';
import type { PortalContext } from '../../core/context.ts';

/** Files in reach. */
export const ownFiles = (portal: PortalContext): Access => accessInReach(portal, 'files');

/** All folders for full-access staff, those of their own organizations for others. */
export const ownFolders =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal) return false;
    return principal.spans || { organization: { in: [...principal.organizations] } };
  };

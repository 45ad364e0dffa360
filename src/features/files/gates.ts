import type { Access } from 'payload';
import { whereInReach } from '../../core/access/whereInReach.ts';
import type { PortalContext } from '../../core/context.ts';

/** Files of the organizations in reach; a client's, as far as the organization lets its clients see the tickets. */
export const ownFiles =
  ({ options, principalOf }: PortalContext): Access =>
  ({ req: { payload, user } }) => {
    const principal = principalOf(user);
    if (!principal) return false;
    const organizationsSlug = options.slugs.organizations;
    return principal.spans || whereInReach({ payload, organizationsSlug, principal }, 'files');
  };

/** All folders for full-access staff, those of their own organizations for others. */
export const ownFolders =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal) return false;
    return principal.spans || { organization: { in: [...principal.organizations] } };
  };

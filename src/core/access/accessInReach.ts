import type { Access } from 'payload';
import type { PortalContext } from '../context.ts';
import { whereInReach } from './whereInReach.ts';

/** Tickets or files of the organizations in reach; a client's, as far as the organization lets its clients see the tickets. */
export const accessInReach =
  ({ options, principalOf }: PortalContext, records: 'tickets' | 'files'): Access =>
  ({ req: { payload, user } }) => {
    const principal = principalOf(user);
    if (!principal) return false;
    const organizationsSlug = options.slugs.organizations;
    return principal.spans || whereInReach({ payload, organizationsSlug, principal }, records);
  };

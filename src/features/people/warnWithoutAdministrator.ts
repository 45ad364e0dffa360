import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { isAdministrator } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';

const batch = 100;

/**
 * Warns in the server's log that no user administers the portal, if the app's own code decides about roles. The portal's own
 * users need no such warning: the first who registers is an administrator.
 */
export const warnWithoutAdministrator = async (payload: Payload, portal: PortalContext): Promise<void> => {
  const { existing, roles } = portal.options;
  if ((!existing.users && !roles.resolve) || (await hasAdministrator(payload, portal))) return;
  payload.logger.warn(
    'supportPortal: no user resolves to administrator, so no one can change the Settings of the portal or purge its ' +
      'email log. The option roles.resolve sets the role of each user.',
  );
};

const hasAdministrator = async (payload: Payload, portal: PortalContext): Promise<boolean> => {
  const collection = portal.options.slugs.users as CollectionSlug;
  for (let page = 1, isLast = false; !isLast; page += 1) {
    // The portal itself asks, and shows the users to no one.
    const found = await payload.find({
      collection,
      depth: 0,
      limit: batch,
      page,
      sort: 'id',
      overrideAccess: true,
    });
    const users = found.docs as unknown as TypedUser[];
    if (users.some((user) => isAdministrator(portal.principalOf({ ...user, collection } as TypedUser))))
      return true;
    isLast = !found.hasNextPage;
  }
  return false;
};

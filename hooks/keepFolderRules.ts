import type { CollectionBeforeChangeHook, CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { assertEmpty } from '../src/files/assertEmpty.ts';
import { chooseOrganization } from '../src/tickets/organization.ts';

/** Says whose a new folder is. */
export const buildKeepFolderRules =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ data, operation, req }) => {
    if (operation !== 'create') return data;
    const principal = portal.principalOf(req.user);
    return {
      ...data,
      organization: await chooseOrganization({ req, portal, principal, wanted: data.organization }),
    };
  };

/** Keeps a folder that is not empty. */
export const buildKeepFullFolder =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  ({ id, req }) =>
    assertEmpty(req, portal, id);

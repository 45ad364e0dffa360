import type { CollectionBeforeChangeHook, CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { assertEmpty } from '../src/files/folder.ts';
import { chooseOrganization } from '../src/organizations/chooseOrganization.ts';
import { withOwnMoments } from '../src/shared/moments.ts';

/** Says whose a new folder is. */
export const buildKeepFolderRules =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ data, operation, originalDoc, req }) => {
    const principal = portal.principalOf(req.user);
    const fields = principal ? withOwnMoments(data, originalDoc) : data;
    if (operation !== 'create') return fields;
    return {
      ...fields,
      organization: await chooseOrganization({ req, portal, principal, wanted: data.organization }),
    };
  };

/** Keeps a folder that is not empty. */
export const buildKeepFullFolder =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  ({ id, req }) =>
    assertEmpty(req, portal, id);

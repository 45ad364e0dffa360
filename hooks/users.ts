import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { notePasswordReset } from '../src/core/request/passwordReset.ts';
import { hideFailedReset, hideRefusedReset } from '../src/core/upstream/failedReset.ts';
import { revokeWithMaker, revokeWithRole } from '../src/features/api-keys/revokeWithMaker.ts';
import { endWithAddress } from '../src/features/client-sessions/sessions/endWithAddress.ts';
import { endFormerAccess } from '../src/features/email-changes/endFormerAccess.ts';
import { askOwnEmail, keepOwnEmail } from '../src/features/email-changes/ownEmail.ts';
import { limitResetMails } from '../src/features/people/limitResetMails.ts';
import { lockTicketsOf } from '../src/features/tickets/record/locks.ts';

/** The hooks of the portal's own users. */
export const buildUserHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeOperation: [
    // The CMS saves the user of a request for a new password as it saves any change.
    ({ operation, req }) => {
      if (operation === 'forgotPassword') notePasswordReset(req);
    },
  ],
  beforeChange: [keepOwnEmail(portal), endFormerAccess],
  afterChange: [revokeWithRole(portal), askOwnEmail(portal)],
  beforeDelete: [revokeWithMaker(portal)],
  afterError: [hideFailedReset],
});

/** Users, the app's own too: reset mails are limited, and the tickets that name a deleted one are locked first. */
export const withUserHooks = (collection: CollectionConfig, portal: PortalContext): CollectionConfig => {
  const { hooks, slug } = collection;
  const isLimited = portal.options.rateLimit.perMinute !== 0;
  return {
    ...collection,
    hooks: {
      ...hooks,
      afterChange: [...(hooks?.afterChange ?? []), endWithAddress],
      beforeDelete: [
        ({ id, req }) => lockTicketsOf(req, portal, { collection: slug, id }),
        ...(hooks?.beforeDelete ?? []),
      ],
      ...(isLimited && {
        beforeOperation: [...(hooks?.beforeOperation ?? []), limitResetMails],
        afterError: [...(hooks?.afterError ?? []), hideRefusedReset],
      }),
    },
  };
};

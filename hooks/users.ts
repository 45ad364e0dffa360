import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { setFact } from '../src/core/request/facts.ts';
import { hideFailedReset, hideRefusedReset } from '../src/core/upstream/failedReset.ts';
import { resetOneByOne } from '../src/core/upstream/sharedReset.ts';
import { limitResetMails } from '../src/features/people/limitResetMails.ts';

/** The hooks of the portal's own users. */
export const userHooks: CollectionConfig['hooks'] = {
  beforeOperation: [
    // The CMS saves the user of a request for a new password as it saves any change.
    ({ operation, req }) => {
      if (operation === 'forgotPassword') setFact(req, 'passwordReset', true);
    },
  ],
  afterError: [hideFailedReset],
};

/** Users, the app's own too: a link of a reset is used once, and its mails are limited. */
export const withUserHooks = (collection: CollectionConfig, { options }: PortalContext): CollectionConfig => {
  const { hooks } = collection;
  const isLimited = options.rateLimit.perMinute !== 0;
  return {
    ...collection,
    hooks: {
      ...hooks,
      beforeOperation: [
        resetOneByOne,
        ...(hooks?.beforeOperation ?? []),
        ...(isLimited ? [limitResetMails] : []),
      ],
      afterError: [...(hooks?.afterError ?? []), ...(isLimited ? [hideRefusedReset] : [])],
    },
  };
};

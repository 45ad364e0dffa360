import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { setFact } from '../src/core/request/facts.ts';
import { hideFailedReset, hideRefusedReset } from '../src/core/upstream/failedReset.ts';
import { keepAdministratorAccount, keepAdministratorRole } from '../src/features/people/lastAdministrator.ts';
import { limitResetMails } from '../src/features/people/limitResetMails.ts';

/** The hooks of the portal's own users. */
export const userHooks = (portal: PortalContext): CollectionConfig['hooks'] => ({
  beforeOperation: [
    // The CMS saves the user of a request for a new password as it saves any change.
    ({ operation, req }) => {
      if (operation === 'forgotPassword') setFact(req, 'passwordReset', true);
    },
    // A session begins with a login. The CMS would store those that come with a new account.
    ({ args, operation }) => {
      if (operation !== 'create') return args;
      const { sessions: _, ...data } = Object(args.data);
      return { ...args, data };
    },
  ],
  beforeChange: [keepAdministratorRole(portal)],
  beforeDelete: [keepAdministratorAccount(portal)],
  afterError: [hideFailedReset],
});

/** Users, the app's own too: reset mails are limited. */
export const withUserHooks = (collection: CollectionConfig, { options }: PortalContext): CollectionConfig => {
  if (options.rateLimit.perMinute === 0) return collection;
  const { hooks } = collection;
  return {
    ...collection,
    hooks: {
      ...hooks,
      beforeOperation: [...(hooks?.beforeOperation ?? []), limitResetMails],
      afterError: [...(hooks?.afterError ?? []), hideRefusedReset],
    },
  };
};

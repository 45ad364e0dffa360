import type { CollectionBeforeOperationHook, CollectionConfig } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { takeResetMail } from '../src/core/database/askedMails.ts';
import { RefusedReset } from '../src/core/request/passwordReset.ts';
import { hideRefusedReset } from '../src/core/upstream/failedReset.ts';

/**
 * Has an address be sent one mail for a new password a minute and five an hour. A refused request is answered like any
 * other. Code of the app that wants a token and no mail gets it each time.
 */
export const limitResetMails = (
  collection: CollectionConfig,
  { options }: PortalContext,
): CollectionConfig => {
  if (options.rateLimit.perMinute === 0) return collection;
  const limit: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
    if (operation !== 'forgotPassword') return;
    const { data, disableEmail } = args;
    if (disableEmail && req.payloadAPI === 'local') return;
    const name = [data.email, data.username].find(isName);
    if (name && !(await takeResetMail(req.payload, name))) throw new RefusedReset();
  };
  const { hooks } = collection;
  return {
    ...collection,
    hooks: {
      ...hooks,
      beforeOperation: [...(hooks?.beforeOperation ?? []), limit],
      afterError: [...(hooks?.afterError ?? []), hideRefusedReset],
    },
  };
};

const isName = (given: unknown): given is string => typeof given === 'string' && given.trim() !== '';

import type { CollectionBeforeOperationHook } from 'payload';
import { takeAskedMail } from '../../core/http/rate-limit/allowance.ts';
import { RefusedReset } from '../../core/request/passwordReset.ts';

/**
 * Limits the mails for a new password to one a minute and five an hour for each address. A refused request is answered like
 * any other. Code of the app that wants a token and no mail gets it each time.
 */
export const limitResetMails: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'forgotPassword') return;
  const { data, disableEmail } = args;
  if (disableEmail && req.payloadAPI === 'local') return;
  // The email address and the username, no matter if they have an account: the app's options say which of them the CMS takes.
  const names = [data.email, data.username].filter(isName);
  if (names.length > 0 && !(await takeAskedMail(req.payload, 'reset', names))) throw new RefusedReset();
};

const isName = (given: unknown): given is string => typeof given === 'string' && given.trim() !== '';

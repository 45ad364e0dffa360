import type { CollectionBeforeOperationHook } from 'payload';
import { lockName } from '../database/lock.ts';

/**
 * Upstream: a password reset looks for its token, works on the password, and then writes the user (3.90.1). Two that come at
 * the same moment are both told that they have succeeded, and one of the two passwords works.
 * No report is known.
 * Goes when: the token is claimed by one statement.
 *
 * Lets the resets by one token wait for each other, in the transaction that the CMS has begun. The second finds no token.
 */
export const resetOneByOne: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'resetPassword') return;
  const token: unknown = (args as { readonly data?: { readonly token?: unknown } }).data?.token;
  if (typeof token === 'string') await lockName(req, `reset/${token}`);
};

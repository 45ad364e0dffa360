import type { CollectionBeforeOperationHook } from 'payload';
import { notePasswordReset } from '../src/core/request/passwordReset.ts';

/** Notes that a request asks for a new password, which the CMS saves as it saves any change. */
export const followReset: CollectionBeforeOperationHook = ({ operation, req }) => {
  if (operation === 'forgotPassword') notePasswordReset(req);
};

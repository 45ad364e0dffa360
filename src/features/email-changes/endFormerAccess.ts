import type { CollectionBeforeChangeHook } from 'payload';
import { foldAddress } from '../../core/shared/text.ts';

/**
 * Ends what a former address or password opened, whoever changes it: the mailed link for a new password, and of an address the
 * sessions, too. The CMS ends those of a password.
 */
export const endFormerAccess: CollectionBeforeChangeHook = ({ data, operation, originalDoc }) => {
  if (operation !== 'update') return data;
  const isMoved = typeof data.email === 'string' && isAnother(data.email, originalDoc?.email);
  if (!isMoved && !data.password) return data;
  const without = { ...data, resetPasswordToken: null, resetPasswordExpiration: null };
  return isMoved ? { ...without, sessions: [] } : without;
};

const isAnother = (email: string, former: unknown): boolean =>
  foldAddress(email.trim()) !== foldAddress(String(former));

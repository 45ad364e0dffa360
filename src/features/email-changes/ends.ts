import type { CollectionBeforeChangeHook } from 'payload';
import { postgresOf } from '../../core/database/pool.ts';
import { deleteInQueue } from '../../core/jobs/eraseInQueue.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';
import { isSameAddress } from '../../core/shared/addresses/notations.ts';
import { emailChangeQueue } from './emailChangeMails.ts';

/**
 * Ends everything that a former address or password opened, whoever changes it: the mailed link for a new password and,
 * after a change of the address, the sessions. The CMS ends the sessions after a change of the password.
 */
export const endFormerAccess: CollectionBeforeChangeHook = ({ data, operation, originalDoc }) => {
  if (operation !== 'update') return data;
  const isMoved = typeof data.email === 'string' && isAnother(data.email, originalDoc?.email);
  if (!isMoved && !data.password) return data;
  const without = { ...data, resetPasswordToken: null, resetPasswordExpiration: null };
  return isMoved ? { ...without, sessions: [] } : without;
};

const isAnother = (email: string, former: unknown): boolean => !isSameAddress(email.trim(), String(former));

/** Forgets the changes that await a confirmation at an address, and the mails about it. */
export const eraseChanges = async (erasure: AddressErasure): Promise<void> => {
  const { payload, notations } = erasure;
  await deleteInQueue(erasure, emailChangeQueue);
  await postgresOf(payload).pool.query('delete from support_portal.email_changes where email = any($1)', [
    notations,
  ]);
};

import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import { problemsOf } from '../../core/shared/errors/errors.ts';
import { closeChange, hashOfChangeToken, lockChange, type OpenChange } from './emailChanges.ts';
import { findFault } from './newEmail.ts';

/**
 * Gives a user the address that a token proves, once. Their sessions end, and a link for a new password in the old mailbox
 * opens nothing any more.
 *
 * @returns the address; null if the token confirms nothing, or nothing any more
 */
export const confirmChange = async (
  req: PayloadRequest,
  portal: PortalContext,
  token: string,
): Promise<string | null> => {
  try {
    return await inTransaction(req, async () => {
      const change = await lockChange(req, portal.options.slugs, hashOfChangeToken(token));
      if (!change || !(await isStillAllowed(req, portal, change))) return null;
      await changeEmail(req, portal, change);
      await closeChange(req, change.userId);
      return change.email;
    });
  } catch (error) {
    // Another account got the address in this moment.
    if (problemsOf(error)) return null;
    throw error;
  }
};

/** An organization may have named the domain as its own meanwhile. */
const isStillAllowed = async (
  req: PayloadRequest,
  portal: PortalContext,
  { userId, email }: OpenChange,
): Promise<boolean> => {
  const collection = portal.options.slugs.users as CollectionSlug;
  // The token stands for its user, even if another user is logged in.
  const user = await req.payload.findByID({ collection, id: userId, depth: 0, overrideAccess: true, req });
  const principal = portal.principalOf({ ...user, collection } as never);
  return principal !== null && (await findFault(req.payload, portal, { address: email, principal })) === true;
};

/** Writes the address as the CMS writes a new password: without validating fields that do not change here. */
const changeEmail = async (
  req: PayloadRequest,
  portal: PortalContext,
  { userId: id, email }: OpenChange,
): Promise<void> => {
  const collection = portal.options.slugs.users as CollectionSlug;
  const { db } = req.payload;
  const updatedAt = new Date().toISOString();
  const data = { email, resetPasswordToken: null, resetPasswordExpiration: null, updatedAt };
  await db.updateOne({ collection, id, data, req });
  // Sessions are written by themselves, as a logout writes them: writing rows of another table together with columns would
  // need the whole user.
  await db.updateOne({ collection, id, data: { sessions: [], updatedAt: null }, req });
};

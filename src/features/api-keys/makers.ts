import { isAdministrator, isStaff, type Principal } from '../../core/access/roles.ts';

/** A key by which its maker acts in the name of another member of staff. */
export const isOfOtherStaff = (owner: Principal, maker: Pick<Principal, 'id'> | null): boolean =>
  isStaff(owner) && String(owner.id) !== String(maker?.id);

/**
 * True if the maker may make, and still vouches for, a key of this owner. Staff make keys for themselves, for clients and for
 * representatives; only administrators make keys for other staff.
 *
 * @param maker null if they are deleted
 */
export const mayOwnKeyOf = (owner: Principal, maker: Principal | null): boolean =>
  !isOfOtherStaff(owner, maker) || isAdministrator(maker);

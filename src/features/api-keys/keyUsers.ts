import type { CollectionSlug, Payload, PayloadRequest, TypedUser } from 'payload';
import { isAdministrator, isStaff, type Principal } from '../../core/access/roles.ts';
import type { Scope } from '../../core/access/scopes.ts';
import { scopesOf } from '../../core/access/scopesOf.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import type { ResolvedOptions } from '../../core/options/resolve.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';

/**
 * The owner or the maker of a key, for the portal itself: the key is the credential. Returns null if they are deleted.
 *
 * @param req a request whose transaction, if it has one, reads the user: a second connection could be waited for without end
 */
export const findUser = async (
  payload: Payload,
  { slugs }: Pick<ResolvedOptions, 'slugs'>,
  id: RecordId,
  req?: PayloadRequest,
): Promise<TypedUser | null> => {
  const collection = slugs.users as CollectionSlug;
  const user = await payload.findByID({
    collection,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
    ...(req && { req }),
  });
  return user && ({ ...user, collection } as unknown as TypedUser);
};

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

/** The principal of a user. Returns null if there is no such user, or one without a role in the portal. */
export const findPrincipal = async (
  payload: Payload,
  { options, principalOf }: PortalContext,
  id: string,
  req?: PayloadRequest,
): Promise<Principal | null> => {
  if (!isId(payload, id, options.slugs.users)) return null;
  const user = await findUser(payload, options, id, req);
  return user && principalOf(user);
};

/** The scopes that a key may have: its owner's rights, as far as its creator has them too. */
export const allowedScopes = (owner: Principal, maker: Principal): Scope[] => {
  const makers = scopesOf(maker);
  return scopesOf(owner).filter((scope) => makers.includes(scope));
};

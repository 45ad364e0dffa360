import type { CollectionSlug, Payload, TypedUser } from 'payload';
import type { Principal } from '../../core/access/roles.ts';
import type { Scope } from '../../core/access/scopes.ts';
import { scopesOf } from '../../core/access/scopesOf.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';

/** The principal of a user. Returns null if there is no such user, or one without a role in the portal. */
export const findPrincipal = async (
  payload: Payload,
  { options, principalOf }: PortalContext,
  id: string,
): Promise<Principal | null> => {
  const collection = options.slugs.users as CollectionSlug;
  const user = isId(payload, id, collection)
    ? // Staff see everyone; the owner's role decides whether they may own a key.
      await payload.findByID({ collection, id, depth: 0, disableErrors: true, overrideAccess: true })
    : null;
  return user && principalOf({ ...user, collection } as unknown as TypedUser);
};

/** The scopes that a key may have: its owner's rights, as far as its creator has them too. */
export const allowedScopes = (owner: Principal, maker: Principal): Scope[] => {
  const makers = scopesOf(maker);
  return scopesOf(owner).filter((scope) => makers.includes(scope));
};

import type { Payload } from 'payload';
import type { Principal } from '../../core/access/roles.ts';
import type { Scope } from '../../core/access/scopes.ts';
import { scopesOf } from '../../core/access/scopesOf.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import { findUser } from './findUser.ts';

/** The principal of a user. Returns null if there is no such user, or one without a role in the portal. */
export const findPrincipal = async (
  payload: Payload,
  { options, principalOf }: PortalContext,
  id: string,
): Promise<Principal | null> => {
  if (!isId(payload, id, options.slugs.users)) return null;
  const user = await findUser(payload, options, id);
  return user && principalOf(user);
};

/** The scopes that a key may have: its owner's rights, as far as its creator has them too. */
export const allowedScopes = (owner: Principal, maker: Principal): Scope[] => {
  const makers = scopesOf(maker);
  return scopesOf(owner).filter((scope) => makers.includes(scope));
};

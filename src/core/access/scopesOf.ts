import type { Principal } from './roles.ts';
import type { Scope } from './scopes.ts';

/** True if the app's option `access` takes this right away. */
export const withholds = ({ withheld }: Principal, scope: Scope): boolean => withheld.includes(scope);

/** The scopes that a role allows and the option `access` leaves, regardless of a key's own scopes. */
export const scopesOf = (principal: Principal | null): readonly Scope[] => principal?.scopes ?? [];

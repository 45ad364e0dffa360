import { isAdministrator, isClient, isStaff, type Principal } from './roles.ts';
import { type Scope, scopes } from './scopes.ts';

/** True if the app's option `access` takes this right away. */
export const withholds = ({ withheld }: Principal, scope: Scope): boolean => withheld.includes(scope);

/** The scopes that a role allows and the option `access` leaves, regardless of a key's own scopes. */
export const scopesOf = (principal: Principal | null): readonly Scope[] =>
  principal ? scopes.filter((scope) => allows(principal, scope) && !withholds(principal, scope)) : [];

const allows = (principal: Principal, scope: Scope): boolean => {
  switch (scope) {
    case 'email-log:purge':
      return isAdministrator(principal);
    case 'email-log:read':
      return isStaff(principal);
    case 'webhooks:read':
    case 'webhooks:write':
      return isStaff(principal) || isClient(principal);
    // Clients read what is addressed to them.
    case 'transfers:write':
    case 'upload-requests:write':
      return !isClient(principal);
    default:
      return true;
  }
};

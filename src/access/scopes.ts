import { isAdministrator, isClient, isStaff, type Principal } from './roles.ts';

/** What an API key may be allowed to do. Writing does not imply reading; `files:*` covers folders. */
export const scopes = [
  'tickets:read',
  'tickets:write',
  'files:read',
  'files:write',
  'webhooks:read',
  'webhooks:write',
  'email-log:read',
  'email-log:purge',
  'tools',
] as const;

export type Scope = (typeof scopes)[number];

/** The scopes that a role allows, whatever a key says. */
export const scopesOf = (principal: Principal | null): readonly Scope[] =>
  principal ? scopes.filter((scope) => allows(principal, scope)) : [];

const allows = (principal: Principal, scope: Scope): boolean => {
  switch (scope) {
    case 'email-log:purge':
      return isAdministrator(principal);
    case 'email-log:read':
      return isStaff(principal);
    case 'webhooks:read':
    case 'webhooks:write':
      return isStaff(principal) || isClient(principal);
    default:
      return true;
  }
};

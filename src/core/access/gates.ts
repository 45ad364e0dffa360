import type { Access, FieldAccess, TypedUser } from 'payload';
import { isAdministrator, isStaff, isTeam, type PrincipalOf } from './roles.ts';
import type { Scope } from './scopes.ts';
import { withholds } from './scopesOf.ts';

/**
 * The role gates that several features share, as the CMS calls them. A gate keeps out every user that it does not name. The
 * gates of a single feature stand in its `gates.ts`.
 */
export const buildGates = (principalOf: PrincipalOf) => {
  const staff: Access = ({ req }) => isStaff(principalOf(req.user));
  const administrators: Access = ({ req }) => isAdministrator(principalOf(req.user));
  const nobody: Access = () => false;

  /** A gate for users whose right the option `access` does not take away. */
  const within =
    (scope: Scope, gate: Access): Access =>
    (args) => {
      const principal = principalOf(args.req.user);
      return (!principal || !withholds(principal, scope)) && gate(args);
    };

  /** The gates of records that only the portal writes. No API of the CMS can write them. */
  const readByStaffAlone = {
    read: staff,
    create: nobody,
    update: nobody,
    delete: nobody,
    readVersions: nobody,
  };

  /** Keeps out users without a role in the portal, or without an organization to act for. */
  const members: Access = ({ req }) => {
    const principal = principalOf(req.user);
    return principal !== null && (principal.spans || principal.organizations.length > 0);
  };

  /** The gate of fields that staff and representatives may set, and clients may not. */
  const teamField: FieldAccess = ({ req }) => {
    const principal = principalOf(req.user);
    return isTeam(principal);
  };

  return {
    staff,
    administrators,
    nobody,
    within,
    readByStaffAlone,
    members,
    teamField,
    /** Hides a collection that the user may not read, as `admin.hidden`. */
    hiddenFromOutsiders: ({ user }: { user: unknown }) => !isStaff(principalOf(user as TypedUser)),
  };
};

export type Gates = ReturnType<typeof buildGates>;

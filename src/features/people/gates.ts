import type { Access, FieldAccess, TypedUser, Where } from 'payload';
import { isAdministrator, isRepresentative, isStaff, type Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';

/** Keeps clients out of the admin UI. Their sessions are for the API. */
export const openAdminUi =
  ({ principalOf }: PortalContext) =>
  ({ req }: { req: { user: TypedUser | null } }): boolean => {
    const principal = principalOf(req.user);
    return isStaff(principal) || isRepresentative(principal);
  };

/** Keeps out users without an organization who are not staff. */
export const readOrganizations =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal) return false;
    return isStaff(principal) || { id: { in: principal.organizations } };
  };

/** Representatives read the people of their own organizations, clients only themselves. */
export const readPeople =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isStaff(principal)) return principal !== null;
    const self: Where = { id: { equals: principal.id } };
    if (!isRepresentative(principal)) return self;
    const own = { in: principal.organizations };
    // The role is checked, too: a former client may still have the organization.
    const clients: Where = { and: [{ role: { equals: 'client' } }, { organization: own }] };
    const colleagues: Where = { and: [{ role: { equals: 'representative' } }, { organizations: own }] };
    return { or: [self, clients, colleagues] };
  };

/** Staff create clients and representatives; only administrators create staff. */
export const createPeople =
  ({ principalOf }: PortalContext): Access =>
  ({ data, req }) => {
    const principal = principalOf(req.user);
    // Without data the admin UI asks whether to offer it at all.
    return isAdministrator(principal) || (isStaff(principal) && (!data || isOutsideRole(data.role)));
  };

/**
 * Staff change clients and representatives. Every user changes their own account. Only administrators change other
 * staff.
 */
export const updatePeople =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isAdministrator(principal)) return principal !== null;
    const self: Where = { id: { equals: principal.id } };
    return isStaff(principal) ? { or: [self, { role: { in: outsideRoles } }] } : self;
  };

/** No one deletes themselves, so the last administrator stays. */
export const deletePeople =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    return isAdministrator(principal) && { id: { not_equals: principal?.id } };
  };

/** No one changes their own role. */
export const changeRole =
  ({ principalOf }: PortalContext): FieldAccess =>
  ({ id, req }) => {
    const principal = principalOf(req.user);
    return isAdministrator(principal) && !isSelf(principal, id);
  };

/** No one changes their own organization. */
export const changeOrganization =
  ({ principalOf }: PortalContext): FieldAccess =>
  ({ id, req }) => {
    const principal = principalOf(req.user);
    return isStaff(principal) && !isSelf(principal, id);
  };

const outsideRoles = ['client', 'representative'];

const isOutsideRole = (role: unknown) => typeof role === 'string' && outsideRoles.includes(role);

const isSelf = (principal: Principal | null, id: RecordId | undefined) =>
  String(principal?.id) === String(id);

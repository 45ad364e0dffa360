import type { Access, FieldAccess, TypedUser, Where } from 'payload';
import { type RecordId, relationId } from '../shared/ids.ts';
import {
  isAdministrator,
  isClient,
  isRepresentative,
  isStaff,
  isTeam,
  maySaveSettings,
  type Principal,
  type PrincipalOf,
} from './roles.ts';
import type { Scope } from './scopes.ts';
import { withholds } from './scopesOf.ts';
import { whereInReach } from './whereInReach.ts';

/** The role gates as the CMS calls them, one per sentence of the role table. A gate keeps out every user that it does not name. */
export const buildGates = (principalOf: PrincipalOf, organizationsSlug: string) => {
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

  /** For records that only the portal writes. No API of the CMS can write them. */
  const readByStaffAlone = {
    read: staff,
    create: nobody,
    update: nobody,
    delete: nobody,
    readVersions: nobody,
  };

  /** Keeps clients out of the admin UI. Their sessions are for the API. */
  const adminUi = ({ req }: { req: { user: TypedUser | null } }) => {
    const principal = principalOf(req.user);
    return isStaff(principal) || isRepresentative(principal);
  };

  /** Keeps out users without an organization who are not staff. */
  const ownOrganizations: Access = ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal) return false;
    return isStaff(principal) || { id: { in: principal.organizations } };
  };

  /** Representatives read the people of their own organizations, clients only themselves. */
  const readPeople: Access = ({ req }) => {
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
  const createPeople: Access = ({ data, req }) => {
    const principal = principalOf(req.user);
    // Without data the admin UI asks whether to offer it at all.
    return isAdministrator(principal) || (isStaff(principal) && (!data || isOutsideRole(data.role)));
  };

  /**
   * Staff change clients and representatives. Every user changes their own account. Only administrators change other
   * staff.
   */
  const updatePeople: Access = ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isAdministrator(principal)) return principal !== null;
    const self: Where = { id: { equals: principal.id } };
    return isStaff(principal) ? { or: [self, { role: { in: outsideRoles } }] } : self;
  };

  /** No one deletes themselves, so the last administrator stays. */
  const deletePeople: Access = ({ req }) => {
    const principal = principalOf(req.user);
    return isAdministrator(principal) && { id: { not_equals: principal?.id } };
  };

  /** No one changes their own role. */
  const changeRole: FieldAccess = ({ id, req }) => {
    const principal = principalOf(req.user);
    return isAdministrator(principal) && !isSelf(principal, id);
  };

  /** No one changes their own organization. */
  const changeOrganization: FieldAccess = ({ id, req }) => {
    const principal = principalOf(req.user);
    return isStaff(principal) && !isSelf(principal, id);
  };

  /** Keeps out users without a role in the portal, or without an organization to act for. */
  const members: Access = ({ req }) => {
    const principal = principalOf(req.user);
    return principal !== null && (principal.spans || principal.organizations.length > 0);
  };

  /** Records of one organization each: all for full-access staff, those of their own organizations for others. */
  const ownRecords: Access = ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal) return false;
    return principal.spans || { organization: { in: [...principal.organizations] } };
  };

  /** Tickets or files of the organizations in reach; a client's, as far as the organization lets its clients see them. */
  const seen =
    (records: 'tickets' | 'files'): Access =>
    ({ req: { payload, user } }) => {
      const principal = principalOf(user);
      if (!principal) return false;
      return principal.spans || whereInReach({ payload, organizationsSlug, principal }, records);
    };

  /** Replies to the tickets in reach. Clients never see internal notes. */
  const readReplies: Access = ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal) return false;
    if (principal.spans) return true;
    const own = whereInReach({ payload: req.payload, organizationsSlug, principal }, 'replies');
    return isClient(principal) ? { and: [own, { internal: { not_equals: true } }] } : own;
  };

  /** History of the tickets in reach. Clients cannot read it; they read tickets in their present state. */
  const readHistory: Access = ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isClient(principal)) return false;
    return principal.spans || { 'ticket.organization': { in: [...principal.organizations] } };
  };

  /** For fields that staff and representatives may set, and clients may not. */
  const teamField: FieldAccess = ({ req }) => {
    const principal = principalOf(req.user);
    return isTeam(principal);
  };

  /**
   * For the text of a mail: clients read only what they wrote themselves, because a mail of staff may quote internal notes.
   */
  const ownWords: FieldAccess = ({ doc, req }) => {
    const principal = principalOf(req.user);
    if (!isClient(principal)) return principal !== null;
    return doc !== undefined && String(relationId(doc.createdBy)) === String(principal?.id);
  };

  const saveSettings: Access = ({ req }) => maySaveSettings(principalOf(req.user));

  return {
    staff,
    administrators,
    nobody,
    within,
    readByStaffAlone,
    emailLog: { ...readByStaffAlone, read: within('email-log:read', staff) },
    inboundMails: { ...readByStaffAlone, read: within('tickets:write', staff) },
    webhooks: { ...readByStaffAlone, read: within('webhooks:read', staff) },
    adminUi,
    ownOrganizations,
    readPeople,
    createPeople,
    updatePeople,
    deletePeople,
    changeRole,
    changeOrganization,
    members,
    ownRecords,
    ownTickets: seen('tickets'),
    ownFiles: seen('files'),
    readReplies,
    readHistory,
    teamField,
    ownWords,
    saveSettings,
    /** For `admin.hidden`: hides a collection that the user may not read. */
    hiddenFromOutsiders: ({ user }: { user: unknown }) => !isStaff(principalOf(user as TypedUser)),
  };
};

export type Gates = ReturnType<typeof buildGates>;

const outsideRoles = ['client', 'representative'];

const isOutsideRole = (role: unknown) => typeof role === 'string' && outsideRoles.includes(role);

const isSelf = (principal: Principal | null, id: RecordId | undefined) =>
  String(principal?.id) === String(id);

import type { TypedUser } from 'payload';
import type { RecordId } from '../shared/values/ids.ts';
import type { Scope } from './scopes.ts';

/** The roles that the portal's rules name. An option adds further technical roles. */
export const builtInRoles = [
  'administrator',
  'editor',
  'developer',
  'technician',
  'representative',
  'client',
] as const;

/** A role by name. A name that is not built in is a technical role. */
export type Role = (typeof builtInRoles)[number] | (string & {});

/** The caller, as the gates see it. */
export interface Principal {
  readonly id: RecordId;
  readonly role: Role;
  /** The organizations whose records are in reach; empty if `spans` is true. */
  readonly organizations: readonly RecordId[];
  /** True if all organizations are in reach: full-access staff, unless they use a key that is bound to one organization. */
  readonly spans: boolean;
  /** The scopes that the role allows and the option `access` leaves. */
  readonly scopes: readonly Scope[];
  /** The rights that the option `access` takes away from the role. */
  readonly withheld: readonly Scope[];
}

/**
 * Scopes, each with the roles that may have it. A key has a scope only if its owner and its maker may have it, and makers are
 * staff: a scope for clients alone would be in no key.
 */
export type DeclaredScopes = { readonly [Name in Scope]?: (principal: Principal) => boolean };

/** Rights that an app takes away from its users, by scope: the user keeps a right if the function returns true. */
export type AccessOptions = {
  [Name in Scope]?: (args: { user: TypedUser; role: Role }) => boolean;
};

/** An app's rules for resolving roles, with all defaults applied. */
export interface ResolvedRoles {
  readonly technical: readonly string[];
  readonly resolve: ((args: { user: TypedUser }) => Role | null) | null;
  readonly organizationsOf: ((args: { user: TypedUser }) => readonly RecordId[]) | null;
  readonly access: AccessOptions;
  /** The scopes of all features. */
  readonly scopes: DeclaredScopes;
}

/**
 * True if the role is read from the user's own fields alone. If the app resolves roles by its own code, that code may need
 * the whole user.
 */
export const readsFields = ({ resolve, organizationsOf, access }: ResolvedRoles): boolean =>
  !resolve && !organizationsOf && Object.keys(access).length === 0;

/** Resolves a user to a principal. Returns null if the user has no role in the portal. */
export type PrincipalOf = (user: TypedUser | null | undefined) => Principal | null;

const builtInTechnicalRoles: readonly Role[] = ['developer', 'technician'];

export const technicalRoles = (added: readonly Role[]): readonly Role[] => [
  ...builtInTechnicalRoles,
  ...added,
];

/**
 * True if a principal reaches an organization. A record without an organization is in reach only if the principal reaches
 * all.
 */
export const reaches = (
  { spans, organizations }: Pick<Principal, 'spans' | 'organizations'>,
  organization: RecordId | null,
): boolean => spans || organizations.some((own) => String(own) === String(organization));

/** Full-access staff: administrators, editors and the technical roles. */
export const isStaff = (principal: Principal | null): boolean =>
  principal !== null && principal.role !== 'representative' && principal.role !== 'client';

/** Full-access staff, unless by a key that is bound to one organization. */
export const isSpanningStaff = (principal: Principal | null): boolean =>
  isStaff(principal) && principal?.spans === true;

export const isAdministrator = (principal: Principal | null): boolean => principal?.role === 'administrator';

export const isRepresentative = (principal: Principal | null): boolean =>
  principal?.role === 'representative';

/** A user with a role in the portal: staff, representatives and clients. */
export const isMember = (principal: Principal | null): boolean => principal !== null;

export const isClient = (principal: Principal | null): boolean => principal?.role === 'client';

/** Staff and representatives. */
export const isTeam = (principal: Principal | null): boolean => isMember(principal) && !isClient(principal);

/** Settings are changed by administrators and the technical roles, not by editors. */
export const maySaveSettings = (principal: Principal | null): boolean =>
  isStaff(principal) && principal?.role !== 'editor';

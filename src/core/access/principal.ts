import type { TypedUser } from 'payload';
import type { RecordId } from '../shared/values/ids.ts';
import { keyOf } from './apiKey.ts';
import {
  builtInRoles,
  type Principal,
  type PrincipalOf,
  type ResolvedRoles,
  type Role,
  reaches,
  technicalRoles,
} from './roles.ts';
import type { Scope } from './scopes.ts';

const idOf = (relation: unknown): RecordId | null => {
  if (typeof relation === 'number' || typeof relation === 'string') return relation;
  if (typeof relation === 'object' && relation !== null && 'id' in relation) return idOf(relation.id);
  return null;
};

const idsOf = (relations: unknown): RecordId[] =>
  (Array.isArray(relations) ? relations : [relations]).map(idOf).filter((id) => id !== null);

const organizationsOf = (user: TypedUser, role: Role): RecordId[] => {
  if (role === 'client') return idsOf(Reflect.get(user, 'organization'));
  if (role === 'representative') return idsOf(Reflect.get(user, 'organizations'));
  return [];
};

/**
 * Builds the function that turns a user of the CMS into a principal. Users of another auth collection, and undeclared
 * roles, have no role in the portal.
 */
export const buildPrincipalOf = (usersSlug: string, roles: ResolvedRoles): PrincipalOf => {
  const known = new Set<string>([...builtInRoles, ...technicalRoles(roles.technical)]);
  const declared = Object.keys(roles.scopes) as Scope[];
  return (user) => {
    if (!user || user.collection !== usersSlug) return null;
    const role = roles.resolve ? roles.resolve({ user }) : Reflect.get(user, 'role');
    if (typeof role !== 'string' || !known.has(role)) return null;
    const isOutside = role === 'client' || role === 'representative';
    const organizations = isOutside
      ? idsOf(roles.organizationsOf?.({ user }) ?? organizationsOf(user, role))
      : [];
    const withheld = declared.filter((scope) => {
      const keeps = roles.access[scope];
      return keeps !== undefined && keeps({ user, role }) !== true;
    });
    const bare = { id: user.id, role, organizations, spans: !isOutside, withheld, scopes: [] };
    const scopes = declared.filter((scope) => roles.scopes[scope]?.(bare) && !withheld.includes(scope));
    return limitTo(keyOf(user)?.organization ?? null, { ...bare, scopes });
  };
};

/** Limits a principal to the organization that their key is bound to. */
const limitTo = (organization: RecordId | null, principal: Principal): Principal => {
  if (organization === null) return principal;
  return {
    ...principal,
    organizations: reaches(principal, organization) ? [organization] : [],
    spans: false,
  };
};

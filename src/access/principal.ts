import type { TypedUser } from 'payload';
import {
  builtInRoles,
  type PrincipalOf,
  type RecordId,
  type ResolvedRoles,
  type Role,
  technicalRoles,
} from './roles.ts';

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
 * Builds the one place that says who a user of the CMS is to the portal. Users of another auth collection, and
 * roles nobody declared, are nobody.
 */
export const buildPrincipalOf = (usersSlug: string, roles: ResolvedRoles): PrincipalOf => {
  const known = new Set<string>([...builtInRoles, ...technicalRoles(roles.technical)]);
  return (user) => {
    if (!user || user.collection !== usersSlug) return null;
    const role = roles.resolve ? roles.resolve({ user }) : Reflect.get(user, 'role');
    if (typeof role !== 'string' || !known.has(role)) return null;
    const organizations = roles.organizationsOf?.({ user }) ?? organizationsOf(user, role);
    return { id: user.id, role, organizations };
  };
};

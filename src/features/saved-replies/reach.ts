import type { Where } from 'payload';
import type { Principal } from '../../core/access/roles.ts';
import type { Conditions } from '../../core/database/listRows.ts';

// A saved reply is for everyone or for one organization. One whose organization was deleted belongs to no one until staff
// assign it, so a missing organization must not mean “everyone”.

/** As a filter of the CMS: the saved replies for everyone, and those for these organizations. */
export const whereFor = (organizations: readonly unknown[]): Where => ({
  or: [{ everybody: { equals: true } }, { organization: { in: [...organizations] } }],
});

/** The same in SQL, for the caller's organizations. */
export const restrictToReach = (
  conditions: Conditions,
  { spans, organizations }: Pick<Principal, 'spans' | 'organizations'>,
): Conditions =>
  spans
    ? conditions.add('(everybody or organization_id is not null)')
    : conditions.add('(everybody or organization_id = any(?))', [...organizations]);

/** The same in the address of a list, for the organization of a ticket, as the first of the conditions joined by `and`. */
export const queryFor = (organization: unknown): Record<string, string> => ({
  'where[and][0][or][0][everybody][equals]': 'true',
  ...(organization !== null &&
    organization !== undefined && { 'where[and][0][or][1][organization][equals]': String(organization) }),
});

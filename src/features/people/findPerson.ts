import type { CollectionSlug, PayloadRequest, TypedUser } from 'payload';
import { isClient, type Principal, reaches } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { foldAddress, notationsOf } from '../../core/shared/addresses/notations.ts';
import { isStorable } from '../../core/shared/text/text.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';

/** A user with a role in the portal. */
export interface Person {
  readonly user: TypedUser;
  readonly principal: Principal;
}

/** The users with this address who have a role in the portal. More than one is possible only in an app's own users. */
export const findPeople = async (
  req: PayloadRequest,
  portal: PortalContext,
  address: string,
): Promise<readonly Person[]> => {
  if (!isStorable(address)) return [];
  const { users } = portal.options.slugs;
  const { rows } = await runStatement<{ id: RecordId }>(
    req,
    `select id from ${tableOf(req.payload, users)} where lower(email) = any($1) limit 2`,
    [notationsOf(foldAddress(address))],
  );
  const found: (Person | null)[] = [];
  for (const { id } of rows) found.push(await findPerson(req, portal, id));
  return found.filter((person) => person !== null);
};

/** Finds a person; null for a user who is gone or has no role in the portal. */
export const findPerson = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: RecordId,
): Promise<Person | null> => {
  const collection = portal.options.slugs.users;
  // From here on they are the request's user, whose rights decide.
  const found = await req.payload.findByID({
    collection: collection as CollectionSlug,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
    req,
  });
  if (!found) return null;
  const user = { ...found, collection } as unknown as TypedUser;
  const principal = portal.principalOf(user);
  return principal && { user, principal };
};

/** The language that a client chose for pages and mails; null if none is known, as for the team. */
export const languageOf = (person: Person | null): string | null => {
  if (person?.principal.role !== 'client') return null;
  const language: unknown = Reflect.get(person.user, 'language');
  return typeof language === 'string' ? language : null;
};

/**
 * Finds a member of the team for a notice about a record of an organization; null for a person who is gone, has become a
 * client, or has left the organization.
 */
export const findTeamMember = async (
  req: PayloadRequest,
  portal: PortalContext,
  { id, organization }: { readonly id: RecordId | null; readonly organization: RecordId | null },
): Promise<Person | null> => {
  const person = id === null ? null : await findPerson(req, portal, id);
  return person && !isClient(person.principal) && reaches(person.principal, organization) ? person : null;
};

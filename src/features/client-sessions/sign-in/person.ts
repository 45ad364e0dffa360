import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { lockName } from '../../../core/database/lock.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import {
  canBeAccount,
  createClient,
  findPeople,
  findPerson,
  organizationsOfDomain,
  type Person,
} from '../../people/feature.ts';

/** The person behind an address, as far as a sign-in is concerned. */
export type Found =
  | { readonly kind: 'client'; readonly person: Person }
  /** Has no account yet, and becomes a client of the organization that has the address's domain. */
  | { readonly kind: 'newcomer'; readonly organization: RecordId }
  /** Staff or a representative, who use the admin UI. */
  | { readonly kind: 'team'; readonly person: Person }
  | { readonly kind: 'stranger' };

/** @param email in its canonical form */
export const findByAddress = async (
  req: PayloadRequest,
  portal: PortalContext,
  email: string,
): Promise<Found> => {
  const people = await findPeople(req, portal, email);
  const [person] = people;
  if (person && people.length === 1)
    return { kind: person.principal.role === 'client' ? 'client' : 'team', person };
  // A user without a role in the portal is no newcomer, and neither is one of an app's own users.
  if (portal.options.existing.users || !canBeAccount(email)) return { kind: 'stranger' };
  const [organization, other] = await organizationsOfDomain(req.payload, portal, email);
  return organization === undefined || other !== undefined
    ? { kind: 'stranger' }
    : { kind: 'newcomer', organization };
};

/**
 * The client behind an address that has been proven, in the request's transaction. A newcomer becomes one.
 *
 * @returns null if there is none any more
 */
export const admitByAddress = async (
  req: PayloadRequest,
  portal: PortalContext,
  email: string,
): Promise<Person | null> => {
  // If a newcomer proves the address in two browsers at once, only one of them creates the account.
  await lockName(req, `admit ${email}`);
  const found = await findByAddress(req, portal, email);
  if (found.kind === 'client') return stillOf(req, portal, { person: found.person, email });
  if (found.kind !== 'newcomer') return null;
  const { organization } = found;
  return findPerson(req, portal, await createClient({ req, portal, email, name: '', organization }));
};

/** The person, unless their address is changed meanwhile: the proof is that of the former one. */
const stillOf = async (
  req: PayloadRequest,
  portal: PortalContext,
  { person, email }: { readonly person: Person; readonly email: string },
): Promise<Person | null> => {
  const users = tableOf(req.payload, portal.options.slugs.users);
  await runStatement(req, `select 1 from ${users} where id = $1 for share`, [person.principal.id]);
  const found = await findByAddress(req, portal, email);
  return found.kind === 'client' && found.person.principal.id === person.principal.id ? found.person : null;
};

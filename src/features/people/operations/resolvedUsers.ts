import type { CollectionSlug, Payload, TypedUser } from 'payload';
import type { Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { idText, idTextOrNull } from '../../../core/shared/values/ids.ts';
import { createdAtOf, type Placed, readAll } from './respondFromMemory.ts';

interface UserFilter {
  readonly email?: string | undefined;
  readonly role?: string | undefined;
  readonly organization_id?: string | undefined;
}

interface Person {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: string;
  readonly organization_id: string | null;
}

/** The people in reach if the app's own code resolves roles: it is called for each of them. It leaves out a person for whom that throws. */
export const resolvedUsers = async (
  payload: Payload,
  { options, principalOf }: PortalContext,
  { caller, filter }: { caller: Principal; filter: UserFilter },
): Promise<Placed<Person>[]> => {
  const collection = options.slugs.users;
  const users = await readAll(payload, collection);
  const resolve = (user: TypedUser): Principal | null => {
    try {
      return principalOf(user);
    } catch (err) {
      payload.logger.error({ err, msg: `The role of the user ${user.id} could not be resolved.` });
      return null;
    }
  };
  return users.flatMap((user) => {
    const principal = resolve({ ...user, collection } as unknown as TypedUser);
    if (!principal || !isIn(principal, caller) || !isWanted(principal, user, filter)) return [];
    const { role, organizations } = principal;
    const item = {
      id: idText(user.id),
      name: titleOf(payload, collection, user, 'email'),
      email: String(user.email ?? ''),
      role,
      organization_id: role === 'client' ? idTextOrNull(organizations[0] ?? null) : null,
    };
    return [{ id: user.id, created_at: createdAtOf(user), item }];
  });
};

/** A key that is bound to an organization sees only its people. */
const isIn = ({ organizations }: Principal, caller: Principal): boolean =>
  caller.spans || organizations.some((id) => caller.organizations.map(idText).includes(idText(id)));

const isWanted = (
  { role, organizations }: Principal,
  user: Readonly<Record<string, unknown>>,
  filter: UserFilter,
): boolean =>
  (filter.role === undefined || role === filter.role) &&
  (filter.email === undefined || isSameAddress(String(user.email), filter.email)) &&
  (filter.organization_id === undefined || organizations.map(idText).includes(filter.organization_id));

/**
 * The name of a record of a collection of the app's own: its field `name`, else the title in the admin UI.
 *
 * @param except a title that is not a name
 */
export const titleOf = (
  payload: Payload,
  slug: string,
  document: Readonly<Record<string, unknown>>,
  except = 'id',
): string | null => {
  const title = payload.collections[slug as CollectionSlug]?.config.admin.useAsTitle;
  const candidates = ['name', ...(title && title !== except && title !== 'id' ? [title] : [])];
  const found = candidates.map((field) => document[field]).find((value) => typeof value === 'string');
  return (found as string | undefined) ?? null;
};

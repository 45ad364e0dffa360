import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { isId } from '../../database/ids.ts';

/** The people who caused mails, by id: their name, or their address. Whoever was deleted is not among them. */
export const findInitiators = async (
  payload: Payload,
  usersSlug: string,
  { ids, reader }: { ids: readonly (string | null)[]; reader: TypedUser | null },
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null && isId(payload, id, usersSlug));
  if (reader === null || wanted.length === 0) return new Map();
  const { docs } = await payload.find({
    collection: usersSlug as CollectionSlug,
    where: { id: { in: wanted } },
    depth: 0,
    limit: wanted.length,
    pagination: false,
    overrideAccess: false,
    user: reader,
  });
  return new Map(docs.map((user) => [String(user.id), nameOf(user)]));
};

const nameOf = (user: object): string => {
  const [name, email] = [Reflect.get(user, 'name'), Reflect.get(user, 'email')];
  return typeof name === 'string' && name !== '' ? name : String(email);
};

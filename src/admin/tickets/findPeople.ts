import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { isId } from '../../database/ids.ts';
import type { PersonDocument } from './person.ts';

interface Wanted {
  readonly ids: readonly (string | null)[];
  readonly reader: TypedUser | null;
}

/** People by id, as {@link PersonDocument} has them: an id alone where the reader may not see who it is. */
export const findPeople = async (
  payload: Payload,
  usersSlug: string,
  { ids, reader }: Wanted,
): Promise<ReadonlyMap<string, PersonDocument>> => {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null && isId(payload, id, usersSlug));
  if (wanted.length === 0) return new Map();
  const find = (overrideAccess: boolean) =>
    payload.find({
      collection: usersSlug as CollectionSlug,
      where: { id: { in: wanted } },
      depth: 0,
      limit: wanted.length,
      pagination: false,
      overrideAccess,
      user: reader,
    });
  // Those whom the reader may not see are told apart from those who are gone, by their id alone.
  const [all, readable] = await Promise.all([find(true), find(false)]);
  return new Map<string, PersonDocument>([
    ...all.docs.map(({ id }) => [String(id), id] as const),
    ...readable.docs.map((person) => [String(person.id), person as PersonDocument] as const),
  ]);
};

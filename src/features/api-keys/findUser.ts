import type { CollectionSlug, Payload, TypedUser } from 'payload';
import type { ResolvedOptions } from '../../core/options/resolve.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';

/** The owner or the maker of a key, for the portal itself: the key is the credential. Returns null if they are deleted. */
export const findUser = async (
  payload: Payload,
  { slugs }: Pick<ResolvedOptions, 'slugs'>,
  id: RecordId,
): Promise<TypedUser | null> => {
  const collection = slugs.users as CollectionSlug;
  const user = await payload.findByID({
    collection,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
  });
  return user && ({ ...user, collection } as unknown as TypedUser);
};

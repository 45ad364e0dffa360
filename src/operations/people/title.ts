import type { CollectionSlug, Payload } from 'payload';

/**
 * What a record of a collection of the app's own is called: its field `name`, else what the admin UI shows as its title.
 *
 * @param except a title that is no name
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

import type { CollectionConfig } from 'payload';
import { OptionError } from '../shared/errors/startErrors.ts';
import type { CollectionName, CollectionsOptions, DeclaredCollections } from './collections.ts';

export type Slugs = Readonly<Record<CollectionName, string>>;

interface ResolvedSlugs {
  readonly slugs: Slugs;
  readonly existing: { readonly users: boolean; readonly organizations: boolean };
}

/**
 * Chooses the slugs of the portal's collections, and finds the ones that the app already has.
 *
 * @throws {OptionError} if two collections would have the same slug, or if a collection that is said to exist does not
 */
export const resolveSlugs = (
  declared: DeclaredCollections,
  collections: CollectionsOptions = {},
  appCollections: readonly CollectionConfig[] = [],
): ResolvedSlugs => {
  const collectionNames = Object.keys(declared) as CollectionName[];
  const slugs = Object.fromEntries(
    collectionNames.map((name) => [name, collections[name]?.slug ?? declared[name]?.slug]),
  ) as Slugs;
  const isApps = (name: CollectionName) => appCollections.some(({ slug }) => slug === slugs[name]);
  const existing = {
    users: collections.users?.existing ?? isApps('users'),
    organizations: collections.organizations?.existing ?? isApps('organizations'),
  };
  for (const name of collectionNames) {
    const isExisting = name in existing && existing[name as keyof typeof existing];
    if (isExisting) assertUsable(name as keyof typeof existing, slugs[name], collections, appCollections);
    else if (isApps(name))
      throw new OptionError(
        `collections.${name}.slug`,
        `has to be another one: the app has a collection ${slugs[name]}.`,
      );
    const twin = collectionNames.find((other) => other !== name && slugs[other] === slugs[name]);
    if (twin)
      throw new OptionError(`collections.${name}.slug`, `has to differ from that of collections.${twin}.`);
  }
  return { slugs, existing };
};

const assertUsable = (
  name: 'users' | 'organizations',
  slug: string,
  collections: CollectionsOptions,
  appCollections: readonly CollectionConfig[],
): void => {
  const found = appCollections.find((collection) => collection.slug === slug);
  if (!found)
    throw new OptionError(
      `collections.${name}.existing`,
      `says that the app has a collection ${slug}, and it has none (a plugin that brings it goes before this one).`,
    );
  if (name === 'users' && !found.auth)
    throw new OptionError(
      'collections.users.slug',
      `has to name an auth collection, and ${slug} is not one.`,
    );
  for (const option of ['fields', 'overrides'] as const) {
    if (collections[name]?.[option] !== undefined)
      throw new OptionError(
        `collections.${name}.${option}`,
        `is for a collection of the portal's: ${slug} is the app's own, and is changed there.`,
      );
  }
};

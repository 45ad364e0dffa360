import type { CollectionBeforeDeleteHook, CollectionConfig } from 'payload';
import type { PortalContext } from '../context.ts';
import type { CollectionName } from '../options/collections.ts';

type Hooks = NonNullable<CollectionConfig['hooks']>;

/** The hooks that a feature adds to a collection of another one. */
export type AddedHooks = Pick<Hooks, 'beforeChange' | 'afterChange' | 'beforeDelete'>;

/** The hooks that a feature adds to users or organizations. */
export interface PeopleHooks extends AddedHooks {
  /** Locks the feature's records that name the one to be deleted. It runs before any other hook of the deletion. */
  readonly lockBeforeDelete?: CollectionBeforeDeleteHook;
}

/**
 * A collection of the portal's own with the hooks that other features add. Its own hooks run first, then those of the
 * features in their order. Hooks of a deletion run in the opposite order, because a feature can refer to the records of
 * those before it.
 */
export const withCollectionHooks = (
  collection: CollectionConfig,
  name: CollectionName,
  portal: PortalContext,
): CollectionConfig => {
  const added = portal.features.flatMap(({ collectionHooks }) => collectionHooks?.(portal)[name] ?? []);
  return withHooks(collection, added);
};

/** Users and organizations, the app's own too, with the hooks that features add: the same order, after all hooks of the app. */
export const withPeopleHooks = (collection: CollectionConfig, portal: PortalContext): CollectionConfig => {
  const { slugs } = portal.options;
  const name = (['users', 'organizations'] as const).find((person) => slugs[person] === collection.slug);
  if (!name) return collection;
  const added = portal.features.flatMap(({ peopleHooks }) => peopleHooks?.(portal)[name] ?? []);
  const locks = added.flatMap(({ lockBeforeDelete = [] }) => lockBeforeDelete);
  const { hooks } = collection;
  return withHooks(
    { ...collection, hooks: { ...hooks, beforeDelete: [...locks, ...(hooks?.beforeDelete ?? [])] } },
    added,
  );
};

const withHooks = (collection: CollectionConfig, added: readonly AddedHooks[]): CollectionConfig => {
  if (added.length === 0) return collection;
  const { hooks } = collection;
  return {
    ...collection,
    hooks: {
      ...hooks,
      beforeChange: [
        ...(hooks?.beforeChange ?? []),
        ...added.flatMap(({ beforeChange = [] }) => beforeChange),
      ],
      afterChange: [...(hooks?.afterChange ?? []), ...added.flatMap(({ afterChange = [] }) => afterChange)],
      beforeDelete: [
        ...(hooks?.beforeDelete ?? []),
        ...added.toReversed().flatMap(({ beforeDelete = [] }) => beforeDelete),
      ],
    },
  };
};

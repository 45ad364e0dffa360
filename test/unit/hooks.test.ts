import type { CollectionConfig } from 'payload';
import { describe, expect, it } from 'vitest';
import type { PortalContext } from '../../src/core/context.ts';
import type { Feature } from '../../src/core/feature.ts';
import { withCollectionHooks, withPeopleHooks } from '../../src/core/ports/hooks.ts';

type Hooks = CollectionConfig['hooks'];

/** A hook that is known by its name. */
const named = (name: string) => Object.assign(() => {}, { called: name });

const called = (hooks: readonly unknown[] | undefined) =>
  hooks?.map((hook) => (hook as { called: string }).called);

const portalOf = (...features: readonly Omit<Feature, 'name'>[]) =>
  ({
    features: features.map((feature, index) => ({ name: `feature ${index}`, ...feature })),
    options: { slugs: { users: 'people', organizations: 'companies' } },
  }) as unknown as PortalContext;

const collection = (slug: string, hooks?: Hooks): CollectionConfig => ({
  slug,
  fields: [],
  ...(hooks && { hooks }),
});

const first: Omit<Feature, 'name'> = {
  collectionHooks: () => ({
    files: {
      beforeChange: [named('complete 1')],
      afterChange: [named('change 1')],
      beforeDelete: [named('delete 1')],
    },
  }),
  peopleHooks: () => ({
    organizations: { afterChange: [named('change 1')], beforeDelete: [named('delete 1')] },
  }),
};
const second: Omit<Feature, 'name'> = {
  collectionHooks: () => ({
    files: { afterChange: [named('change 2')], beforeDelete: [named('delete 2a'), named('delete 2b')] },
  }),
  peopleHooks: () => ({
    organizations: {
      lockBeforeDelete: named('lock'),
      afterChange: [named('change 2')],
      beforeDelete: [named('delete 2a'), named('delete 2b')],
    },
  }),
};
const portal = portalOf(first, second, {});

describe('the hooks that features add to a collection', () => {
  const own = { afterChange: [named('own change')], beforeDelete: [named('own delete')] };

  it('follow its own: changes in the order of the features, deletions in the opposite order', () => {
    const { hooks } = withCollectionHooks(collection('portal-files', own), 'files', portal);
    expect(called(hooks?.beforeChange)).toEqual(['complete 1']);
    expect(called(hooks?.afterChange)).toEqual(['own change', 'change 1', 'change 2']);
    expect(called(hooks?.beforeDelete)).toEqual(['own delete', 'delete 2a', 'delete 2b', 'delete 1']);
  });

  it('leave a collection that none names as it is', () => {
    const folders = collection('folders', own);
    expect(withCollectionHooks(folders, 'folders', portal)).toBe(folders);
    expect(withPeopleHooks(folders, portal)).toBe(folders);
  });
});

it('the hooks on organizations, known by their slug, follow those of the app, but for the locks of a deletion', () => {
  const own = { afterChange: [named('app change')], beforeDelete: [named('app delete')] };
  const { hooks } = withPeopleHooks(collection('companies', own), portal);
  expect(called(hooks?.afterChange)).toEqual(['app change', 'change 1', 'change 2']);
  expect(called(hooks?.beforeDelete)).toEqual(['lock', 'app delete', 'delete 2a', 'delete 2b', 'delete 1']);
});

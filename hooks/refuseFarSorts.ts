import { APIError, type CollectionBeforeOperationHook, type CollectionConfig } from 'payload';

/**
 * The CMS sorts by fields of related records without asking who may read them, password hashes among them: the order
 * would tell what the answer does not.
 */
export const refuseFarSorts = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  hooks: {
    ...collection.hooks,
    beforeOperation: [refuse, ...(collection.hooks?.beforeOperation ?? [])],
  },
});

const refuse: CollectionBeforeOperationHook = ({ args, collection, overrideAccess }) => {
  if (overrideAccess) return;
  const leads = (path: string): boolean => {
    const [own, ...far] = path.replace(/^-/, '').split('.');
    const field = collection.flattenedFields.find(({ name }) => name === own);
    return far.length > 0 && field !== undefined && 'relationTo' in field;
  };
  if (!pathsOf('sort' in args ? args.sort : undefined).some(leads)) return;
  throw new APIError('Records are sorted by fields of their own, not by those of related ones.', 400);
};

const pathsOf = (sort: unknown): string[] =>
  [sort].flat().flatMap((paths) => (typeof paths === 'string' ? paths.split(',') : []));

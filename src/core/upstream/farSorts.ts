import { APIError, type CollectionBeforeOperationHook, type CollectionConfig } from 'payload';

/**
 * Upstream: the CMS sorts by fields of related records that the caller may not read, password hashes among them, unless
 * their whole collection is closed to the caller. The order tells what the answer does not. No report is known.
 * Goes when: the CMS rejects, or leaves out, a sort by a field or a record that the caller may not read.
 *
 * Rejects every sort by a field of a related record.
 */
export const rejectFarSorts = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  hooks: {
    ...collection.hooks,
    beforeOperation: [reject, ...(collection.hooks?.beforeOperation ?? [])],
  },
});

const reject: CollectionBeforeOperationHook = ({ args, collection, overrideAccess }) => {
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

import type { StartedIndex } from '../database/makeIndexes.ts';

/**
 * Indexes that no migration of the CMS can make: partial ones, and those that need an extension which the
 * database's owner may not be allowed to install. They are made at the start, without holding up inserts.
 *
 * @param searchable whether those by which texts are searched are among them
 */
export const emailLogIndexes = (table: string, searchable: boolean): readonly StartedIndex[] => {
  const name = table.replaceAll('"', '').split('.').at(-1) ?? table;
  const partial: readonly StartedIndex[] = [
    { name: `${name}_failed_idx`, definition: `(created_at) where status = 'failed'` },
    { name: `${name}_fallback_idx`, definition: '(created_at) where fallback is not null' },
  ];
  if (!searchable) return partial;
  return [
    ...partial,
    { name: `${name}_to_trgm_idx`, definition: `using gin ("to" gin_trgm_ops)`, needs: 'pg_trgm' },
    { name: `${name}_subject_trgm_idx`, definition: 'using gin (subject gin_trgm_ops)', needs: 'pg_trgm' },
  ];
};

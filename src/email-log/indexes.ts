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
    trigrams(`${name}_to`, lowered('"to"')),
    trigrams(`${name}_subject`, lowered('subject')),
  ];
};

/**
 * A text as it is searched. Lowered before it is taken apart: to PostgreSQL's trigrams `İ` and the Kelvin sign may be no
 * letters, though they are `i` and `k` in small, so that an index of the text as it is would lose them.
 */
export const lowered = (column: string): string => `lower(${column})`;

const trigrams = (name: string, expression: string): StartedIndex => ({
  name: `${name}_search_idx`,
  definition: `using gin (${expression} gin_trgm_ops)`,
  needs: 'pg_trgm',
  replaces: `${name}_trgm_idx`,
});

import { quote } from '../database/quote.ts';

export interface StartedIndex {
  readonly name: string;
  /** What follows `on <table>`. */
  readonly definition: string;
  readonly needs?: 'pg_trgm';
}

/**
 * Indexes that no migration of the CMS can make: partial ones, and those that need an extension which the
 * database's owner may not be allowed to install. They are made at the start, without holding up inserts.
 */
export const startedIndexes = (table: string): readonly StartedIndex[] => {
  const name = table.replaceAll('"', '').split('.').at(-1) ?? table;
  return [
    { name: `${name}_failed_idx`, definition: `(created_at) where status = 'failed'` },
    { name: `${name}_to_trgm_idx`, definition: `using gin ("to" gin_trgm_ops)`, needs: 'pg_trgm' },
    { name: `${name}_subject_trgm_idx`, definition: 'using gin (subject gin_trgm_ops)', needs: 'pg_trgm' },
  ];
};

export const createIndexSql = (table: string, { name, definition }: StartedIndex): string =>
  `create index concurrently if not exists ${quote(name)} on ${table} ${definition}`;

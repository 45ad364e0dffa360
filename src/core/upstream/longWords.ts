import type { PostgresAdapter } from '@payloadcms/db-postgres';
import { sql } from '@payloadcms/db-postgres/drizzle';
import type { BaseDatabaseAdapter } from 'payload';
import { literalExpression } from '../database/listRows.ts';
import { hasWildcard } from '../database/queryBounds.ts';

/**
 * Upstream: the CMS looks for words by `ilike`, which compares a long word with all of it at every place of a text that nearly
 * holds it: a word of 500 letters in a hundred replies takes PostgreSQL five seconds. No report is known.
 * Goes when: the time for a word does not grow with its length.
 *
 * Looks for a word without wildcards by a regular expression in which every character means itself, for which PostgreSQL reads
 * a text once.
 */
export const findLongWords = (adapter: BaseDatabaseAdapter): void => {
  const postgres = adapter as unknown as PostgresAdapter;
  const { operators } = postgres;
  postgres.operators = {
    ...operators,
    contains: byExpression(operators.contains),
    like: byExpression(operators.like),
  };
};

type Compare = PostgresAdapter['operators']['like'];

const byExpression =
  (compare: Compare): Compare =>
  (column: Parameters<Compare>[0], pattern: unknown) => {
    const [, word] = typeof pattern === 'string' ? (/^%(.+)%$/s.exec(pattern) ?? []) : [];
    if (word === undefined || hasWildcard(word)) return compare(column, pattern as string);
    return sql`${column} ~* ${literalExpression(word)}`;
  };

import { containing } from '../database/listRows.ts';
import type { Position } from '../shared/paging.ts';

/** The filters of the log. A part that is left out restricts nothing. */
export interface EmailLogFilter {
  readonly to?: string | undefined;
  readonly search?: string | undefined;
  readonly status?: 'sent' | 'failed' | undefined;
  readonly type?: string | undefined;
  readonly transport?: string | undefined;
  readonly fallback?: boolean | undefined;
  readonly relatedType?: string | undefined;
  readonly relatedId?: string | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
}

/** The filter of the last 24 hours. */
export const lastDay = (now: Date): Pick<EmailLogFilter, 'from'> => ({
  from: new Date(now.getTime() - 24 * 60 * 60 * 1000),
});

/** The conditions of a filter, with the parameters that both kinds name. */
export interface FilterConditions {
  /** Those on a row's place in the order. */
  readonly range: readonly string[];
  readonly others: readonly string[];
  readonly parameters: readonly unknown[];
}

/**
 * @param after only rows that follow that one in the order
 * @param parameters those before, of the same statement
 */
export const conditionsOf = (
  filter: EmailLogFilter,
  after: Position | null = null,
  parameters: unknown[] = [],
): FilterConditions => {
  const range: string[] = [];
  const others: string[] = [];
  const add = (to: string[], value: unknown, sql: (parameter: string) => string) => {
    if (value !== undefined) to.push(sql(`$${parameters.push(value)}`));
  };
  const contains = (column: string) => (pattern: string) => `${lowered(column)} like lower(${pattern})`;
  add(others, containing(filter.to), contains('"to"'));
  add(others, containing(filter.search), contains('subject'));
  add(others, filter.status, (value) => `status = ${value}`);
  add(others, filter.type, (value) => `type = ${value}`);
  add(others, filter.transport, (value) => `transport = ${value}`);
  add(others, filter.relatedType, (value) => `related_type = ${value}`);
  add(others, filter.relatedId, (value) => `related_id = ${value}`);
  if (filter.fallback !== undefined) others.push(`fallback is ${filter.fallback ? 'not null' : 'null'}`);
  add(range, filter.from, (value) => `created_at >= ${value}`);
  add(range, filter.before, (value) => `created_at < ${value}`);
  if (after)
    range.push(`(created_at, id) < ($${parameters.push(after.value)}, $${parameters.push(after.id)})`);
  return { range, others, parameters };
};

/**
 * The expression that is searched. It is in lower case before the index splits it: PostgreSQL's trigrams may not
 * count `İ` and the Kelvin sign as letters, though they are `i` and `k` in lower case.
 */
export const lowered = (column: string): string => `lower(${column})`;

export const whereOf = (...conditions: readonly string[]): string =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';

import { containing } from '../../../core/database/listRows.ts';
import { notationsOf } from '../../../core/shared/addresses/notations.ts';
import type { Position } from '../../../core/shared/values/paging.ts';
import { type DeliveryState, deliveryStates } from '../deliveries/vocabulary.ts';

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
  /** The delivery of the mail; `unknown` if there is no report. */
  readonly delivery?: DeliveryState | 'unknown' | undefined;
  /** One of the recipients, exactly, in any case and in each notation of its domain. */
  readonly address?: string | undefined;
  /** Addresses of which at least one is among the recipients, as `address` finds it. */
  readonly addresses?: readonly string[] | undefined;
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
interface FilterConditions {
  /** The conditions on a row's place in the order. */
  readonly range: readonly string[];
  readonly others: readonly string[];
  readonly parameters: readonly unknown[];
}

interface ConditionParts {
  /** The table of delivery events. */
  readonly deliveries: string;
  /** Only rows after this one in the order. */
  readonly after?: Position | null;
  /** The parameters that come before, of the same statement. */
  readonly parameters?: unknown[];
}

/** The conditions on rows of the log, whose table the statement calls `log`. */
export const conditionsOf = (
  filter: EmailLogFilter,
  { deliveries, after = null, parameters = [] }: ConditionParts,
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
  if (filter.delivery !== undefined) others.push(deliveryCondition(filter.delivery, deliveries));
  if (filter.address !== undefined) others.push(addressCondition(parameters, [filter.address]));
  if (filter.addresses !== undefined) others.push(addressCondition(parameters, filter.addresses));
  if (filter.fallback !== undefined) others.push(`fallback is ${filter.fallback ? 'not null' : 'null'}`);
  add(range, filter.from, (value) => `created_at >= ${value}`);
  add(range, filter.before, (value) => `created_at < ${value}`);
  if (after)
    range.push(`(created_at, id) < ($${parameters.push(after.value)}, $${parameters.push(after.id)})`);
  return { range, others, parameters };
};

/** Matches mails by the worst state of their recipients. */
const deliveryCondition = (delivery: DeliveryState | 'unknown', deliveries: string): string => {
  const told = (states: readonly DeliveryState[]) =>
    `exists (select from ${deliveries} d where d.email = log.id::text and d.counts
      and d.state in (${states.map((state) => `'${state}'`).join(', ')}))`;
  if (delivery === 'unknown') return `not ${told(deliveryStates)}`;
  const worse = deliveryStates.slice(0, deliveryStates.indexOf(delivery));
  return worse.length > 0 ? `${told([delivery])} and not ${told(worse)}` : told([delivery]);
};

/** Matches mails of which one of the addresses is a recipient. */
const addressCondition = (parameters: unknown[], addresses: readonly string[]): string => {
  const found = addresses.flatMap(notationsOf).map((notation) => notationCondition(parameters, notation));
  return `(${['false', ...found].join(' or ')})`;
};

/** The index of substrings finds the rows that may have it; then the addresses are compared whole. */
const notationCondition = (parameters: unknown[], notation: string): string => {
  const pattern = `$${parameters.push(containing(notation))}`;
  const whole = `$${parameters.push(notation)}`;
  return `(${lowered('"to"')} like lower(${pattern})
    and lower(${whole}) = any(string_to_array(${lowered('"to"')}, ', ')))`;
};

/**
 * The expression that is searched. It is in lower case before the index splits it: PostgreSQL's trigrams may not
 * count `İ` and the Kelvin sign as letters, though they are `i` and `k` in lower case.
 */
export const lowered = (column: string): string => `lower(${column})`;

export const whereOf = (...conditions: readonly string[]): string =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';

import type { Payload } from 'payload';
import type { RecordId } from '../shared/values/ids.ts';
import type { PageStart, Position } from '../shared/values/paging.ts';
import { countExactly } from './countExactly.ts';
import { postgresOf } from './pool.ts';

/** A list to take pages from. Its rows have an `id`, and the column they are ordered by. */
export interface Listing {
  readonly columns: string;
  readonly from: string;
  readonly order: Order;
  /** True for a text that PostgreSQL can compare with the ids of the rows. Default: an id of a record. */
  isId?(id: string): boolean;
  /** Adds what restricts the list. */
  restrict(conditions: Conditions): Conditions;
}

export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  /** The order of the ids of rows that are otherwise equal. */
  readonly ties: 'asc' | 'desc';
  /** The row that comes before all others, in pages by offset. */
  readonly first?: RecordId | undefined;
}

interface RowsRequest {
  readonly start: PageStart;
  readonly limit: number;
}

/** The rows of a list from a place on. */
export const listRows = async <Row extends object>(
  payload: Payload,
  { columns, from, order, restrict }: Listing,
  { start, limit }: RowsRequest,
): Promise<Row[]> => {
  const conditions = restrict(buildConditions());
  if ('after' in start && start.after) addPosition(conditions, order, start.after);
  const lead = order.first === undefined ? '' : `id = ${conditions.parameter(order.first)} desc, `;
  const offset = 'offset' in start ? start.offset : 0;
  const { rows } = await postgresOf(payload).pool.query<Row>(
    `select ${columns} from ${from} ${conditions.sql}
     order by ${lead}${order.column} ${order.direction}, id ${order.ties} limit ${limit} offset ${offset}`,
    [...conditions.parameters],
  );
  return rows;
};

/** The exact number of rows of a list. */
export const countRows = (payload: Payload, { from, restrict }: Listing): Promise<number> => {
  const { sql: where, parameters: values } = restrict(buildConditions());
  return countExactly(payload, { from, where, values });
};

const follows = { asc: '>', desc: '<' } as const;

const addPosition = (
  conditions: Conditions,
  { column, direction, ties }: Order,
  { value, id }: Position,
): void => {
  const [place, row] = [conditions.parameter(value), conditions.parameter(id)];
  // An index serves one comparison of two columns.
  if (direction === ties) conditions.add(`(${column}, id) ${follows[direction]} (${place}, ${row})`);
  else
    conditions.add(
      `(${column} ${follows[direction]} ${place} or (${column} = ${place} and id ${follows[ties]} ${row}))`,
    );
};

/** The `where` of a statement under construction. */
export interface Conditions {
  readonly parameters: readonly unknown[];
  /** Adds a condition; `?` stands for its value. Nothing if the value is undefined. */
  add(sql: string, value?: unknown): Conditions;
  /** Adds only a value, and returns its `$n`. */
  parameter(value: unknown): string;
  readonly sql: string;
}

export const buildConditions = (): Conditions => {
  const parameters: unknown[] = [];
  const parts: string[] = [];
  const conditions: Conditions = {
    parameters,
    parameter: (value) => `$${parameters.push(value)}`,
    add(sql, ...values) {
      if (values.length === 0) parts.push(sql);
      else if (values[0] !== undefined) parts.push(sql.replaceAll('?', conditions.parameter(values[0])));
      return conditions;
    },
    get sql() {
      return parts.length > 0 ? `where ${parts.join(' and ')}` : '';
    },
  };
  return conditions;
};

/** A pattern of `like` in which `%`, `_` and `\` mean themselves; undefined if there is nothing to look for. */
export const containing = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : `%${literally(text)}%`;

/**
 * A regular expression for `~*` that finds a text anywhere, in any case; undefined if there is nothing to look for. PostgreSQL
 * reads each text once for it: `ilike` compares a long text that is nearly there with all of it, at every place.
 */
export const holding = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : literalExpression(text);

/** The prefix says that every character means itself. */
export const literalExpression = (text: string): string => `***=${text}`;

/** A text that means itself within a pattern of `like`. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

import type { Payload } from 'payload';
import { countExactly, countLately } from '../database/countExactly.ts';
import { postgresOf } from '../database/pool.ts';
import { quote } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import type { PageRequest } from '../shared/paging.ts';
import { conditionsOf, type EmailLogFilter, whereOf } from './filter.ts';
import { type IdentifiedRow, rowColumns } from './row.ts';

/** How many of the newest rows a search looks at, one by one, before it asks the index. */
const newestRows = 5_000;

/**
 * One page of the log, newest first, ties by descending id. PostgreSQL cannot tell a rare text from a common one, and the
 * index finds all rows of a common text before the first. So a search looks through the newest rows first: these fill the
 * page if the text is common.
 */
export const findEmails = async (
  payload: Payload,
  slug: string,
  filter: EmailLogFilter,
  page: PageRequest,
): Promise<IdentifiedRow[]> => {
  const table = tableOf(payload, slug);
  if (filter.to === undefined && filter.search === undefined)
    return readRows(payload, pageStatement(table, filter, page));
  const newest = await readRows(payload, newestStatement(table, filter, page));
  return newest.length === page.perPage ? newest : readRows(payload, indexStatement(table, filter, page));
};

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const readRows = async (payload: Payload, { sql, parameters }: Statement): Promise<IdentifiedRow[]> => {
  const { rows } = await postgresOf(payload).pool.query<StoredRow>(sql, [...parameters]);
  return rows.map((row) => ({ ...row, id: String(row.id), created_at: row.created_at.toISOString() }));
};

type StoredRow = Omit<IdentifiedRow, 'id' | 'created_at'> & { id: number | string; created_at: Date };

const columns = rowColumns.map(quote).join(', ');

const order = 'order by created_at desc, id desc';

/** A page of the log, by the plan that PostgreSQL chooses. */
export const pageStatement = (table: string, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(filter, page);
  const where = whereOf(...others, ...range);
  return { sql: `select ${columns} from ${table} ${where} ${order} ${cutOf(page)}`, parameters };
};

/** The same page, if the newest rows have it. Rows of one time are looked at together, so that the order by id holds. */
const newestStatement = (table: string, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(filter, page);
  const newest = `select ${columns} from ${table} ${whereOf(...range)}
    order by created_at desc fetch first ${newestRows} rows with ties`;
  return {
    sql: `select ${columns} from (${newest}) newest ${whereOf(...others)} ${order} ${cutOf(page)}`,
    parameters,
  };
};

/** The same page, from all rows that the index finds. `offset 0` keeps PostgreSQL from walking the times instead. */
const indexStatement = (table: string, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(filter, page);
  const found = `select ${columns} from ${table} ${whereOf(...others, ...range)} offset 0`;
  return { sql: `select ${columns} from (${found}) found ${order} ${cutOf(page)}`, parameters };
};

const partsOf = (filter: EmailLogFilter, { start }: PageRequest) =>
  conditionsOf(filter, 'after' in start ? start.after : null);

const cutOf = ({ perPage, start }: PageRequest): string =>
  `limit ${perPage} offset ${'offset' in start ? start.offset : 0}`;

/** The exact number of rows that a filter finds. */
export const countEmails = (payload: Payload, slug: string, filter: EmailLogFilter): Promise<number> => {
  const { range, others, parameters } = conditionsOf(filter);
  return countExactly(payload, {
    from: tableOf(payload, slug),
    where: whereOf(...others, ...range),
    values: parameters,
  });
};

/**
 * The same for several filters with a common part, which is evaluated once.
 *
 * @param parts what each filter restricts further
 */
export const countEmailsEach = async (
  payload: Payload,
  slug: string,
  { shared, parts }: { readonly shared: EmailLogFilter; readonly parts: readonly EmailLogFilter[] },
): Promise<number[]> => {
  const parameters: unknown[] = [];
  const conditionOf = (filter: EmailLogFilter): string => {
    const { range, others } = conditionsOf(filter, null, parameters);
    return whereOf(...others, ...range);
  };
  const where = conditionOf(shared);
  const counts = parts.map((part, index) => {
    const condition = conditionOf(part);
    return `count(*) ${condition && `filter (${condition})`} as count_${index}`;
  });
  const { rows } = await postgresOf(payload).pool.query<Record<string, string>>(
    `select ${counts.join(', ')} from ${tableOf(payload, slug)} ${where}`,
    parameters,
  );
  return parts.map((_, index) => Number(rows[0]?.[`count_${index}`] ?? 0));
};

/** The unfiltered total is slow, so it may be a few seconds old. */
export const countAllLately = (payload: Payload, slug: string): Promise<number> =>
  countLately(payload, { from: tableOf(payload, slug), where: '', values: [] });

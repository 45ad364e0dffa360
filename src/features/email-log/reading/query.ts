import type { Payload } from 'payload';
import { countExactly, countLately } from '../../../core/database/countExactly.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { quote } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { Slugs } from '../../../core/options/slugs.ts';
import type { PageRequest } from '../../../core/shared/values/paging.ts';
import { type Delivery, deliveryOf, type ToldDelivery } from '../deliveries/delivery.ts';
import { type IdentifiedRow, rowColumns } from '../row.ts';
import { conditionsOf, type EmailLogFilter, whereOf } from './filter.ts';

/** The collections that a reader of the log needs. */
export type LogSlugs = Pick<Slugs, 'emailLog' | 'mailDeliveries'>;

/** Their tables. */
export interface LogTables {
  readonly log: string;
  readonly deliveries: string;
}

export const logTables = (payload: Payload, slugs: LogSlugs): LogTables => ({
  log: tableOf(payload, slugs.emailLog),
  deliveries: tableOf(payload, slugs.mailDeliveries),
});

/** A row of the log with the delivery of its mail. */
export type LoggedEmail = IdentifiedRow & { readonly delivery: Delivery | null };

/** Number of the newest rows that a search reads one by one before it asks the index. */
const newestRows = 5_000;

/**
 * One page of the log, newest first, ties by descending id. PostgreSQL cannot tell a rare text from a common one, and the
 * index finds all rows of a common text before the first. So a search looks through the newest rows first: these fill the
 * page if the text is common.
 */
export const findEmails = async (
  payload: Payload,
  slugs: LogSlugs,
  filter: EmailLogFilter,
  page: PageRequest,
): Promise<LoggedEmail[]> => {
  const tables = logTables(payload, slugs);
  const { to, search, address, addresses } = filter;
  if ([to, search, address, addresses].every((text) => text === undefined))
    return readRows(payload, pageStatement(tables, filter, page));
  const newest = await readRows(payload, newestStatement(tables, filter, page));
  return newest.length === page.perPage ? newest : readRows(payload, indexStatement(tables, filter, page));
};

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const readRows = async (payload: Payload, { sql, parameters }: Statement): Promise<LoggedEmail[]> => {
  const { rows } = await postgresOf(payload).pool.query<StoredRow>(sql, [...parameters]);
  return rows.map(readRow);
};

type StoredRow = Omit<IdentifiedRow, 'id' | 'created_at'> & {
  readonly id: number | string;
  readonly created_at: Date;
  /** It is null for nearly all rows. */
  readonly delivery: readonly ToldDelivery[] | null;
};

/** Changes the row from PostgreSQL in place: a copy would take longer than all other work on it. */
const readRow = (row: StoredRow): LoggedEmail =>
  Object.assign(row as object, {
    id: String(row.id),
    created_at: row.created_at.toISOString(),
    delivery: row.delivery && deliveryOf(row.to, row.delivery),
  }) as LoggedEmail;

const columns = rowColumns.map(quote).join(', ');

/** Each row with its delivery reports. PostgreSQL looks them up for the rows of the page alone. */
const selectOf = (deliveries: string): string => `
  select ${columns}, (
    select json_agg(json_build_object('recipient', recipient, 'state', state, 'at', at, 'detail', detail))
    from ${deliveries} d where d.email = log.id::text and d.counts
  ) as delivery`;

const order = 'order by created_at desc, id desc';

/** A page of the log, by the plan that PostgreSQL chooses. */
export const pageStatement = (tables: LogTables, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(tables, filter, page);
  const where = whereOf(...others, ...range);
  const sql = `${selectOf(tables.deliveries)} from ${tables.log} log ${where} ${order} ${cutOf(page)}`;
  return { sql, parameters };
};

/**
 * The statement for the page, if the newest rows have it. Rows of one time are looked at together, so that the order by id
 * holds.
 */
const newestStatement = (tables: LogTables, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(tables, filter, page);
  const newest = `select ${columns} from ${tables.log} log ${whereOf(...range)}
    order by created_at desc fetch first ${newestRows} rows with ties`;
  const sql = `${selectOf(tables.deliveries)} from (${newest}) log ${whereOf(...others)} ${order} ${cutOf(page)}`;
  return { sql, parameters };
};

/**
 * The statement for the page, from all rows that the index finds. `offset 0` keeps PostgreSQL from walking the times
 * instead.
 */
const indexStatement = (tables: LogTables, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(tables, filter, page);
  const found = `select ${columns} from ${tables.log} log ${whereOf(...others, ...range)} offset 0`;
  const sql = `${selectOf(tables.deliveries)} from (${found}) log ${order} ${cutOf(page)}`;
  return { sql, parameters };
};

const partsOf = ({ deliveries }: LogTables, filter: EmailLogFilter, { start }: PageRequest) =>
  conditionsOf(filter, { deliveries, after: 'after' in start ? start.after : null });

const cutOf = ({ perPage, start }: PageRequest): string =>
  `limit ${perPage} offset ${'offset' in start ? start.offset : 0}`;

/** The exact number of rows that a filter finds. */
export const countEmails = (payload: Payload, slugs: LogSlugs, filter: EmailLogFilter): Promise<number> => {
  const { log, deliveries } = logTables(payload, slugs);
  const { range, others, parameters } = conditionsOf(filter, { deliveries });
  return countExactly(payload, {
    from: `${log} log`,
    where: whereOf(...others, ...range),
    values: parameters,
  });
};

/**
 * Counts for several filters with a common part, which is evaluated once.
 *
 * @param parts the further restrictions of each filter
 */
export const countEmailsEach = async (
  payload: Payload,
  slugs: LogSlugs,
  { shared, parts }: { readonly shared: EmailLogFilter; readonly parts: readonly EmailLogFilter[] },
): Promise<number[]> => {
  const parameters: unknown[] = [];
  const { log, deliveries } = logTables(payload, slugs);
  const conditionOf = (filter: EmailLogFilter): string => {
    const { range, others } = conditionsOf(filter, { deliveries, parameters });
    return whereOf(...others, ...range);
  };
  const where = conditionOf(shared);
  const counts = parts.map((part, index) => {
    const condition = conditionOf(part);
    return `count(*) ${condition && `filter (${condition})`} as count_${index}`;
  });
  const { rows } = await postgresOf(payload).pool.query<Record<string, string>>(
    `select ${counts.join(', ')} from ${log} log ${where}`,
    parameters,
  );
  return parts.map((_, index) => Number(rows[0]?.[`count_${index}`] ?? 0));
};

/** The unfiltered total is slow, so it may be a few seconds old. */
export const countAllLately = (payload: Payload, { emailLog }: LogSlugs): Promise<number> =>
  countLately(payload, { from: tableOf(payload, emailLog), where: '', values: [] });

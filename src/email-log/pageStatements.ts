import type { PageRequest } from '../shared/paging.ts';
import { conditionsOf, type EmailLogFilter, whereOf } from './filter.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const columns =
  'id, "to", subject, type, related_type, related_id, transport, status, error, created_at, user_id, message_id, fallback';

const order = 'order by created_at desc, id desc';

/** A page of the log, found as PostgreSQL thinks best. */
export const pageStatement = (table: string, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(filter, page);
  const where = whereOf(...others, ...range);
  return { sql: `select ${columns} from ${table} ${where} ${order} ${cutOf(page)}`, parameters };
};

/**
 * The same page, looked for among so many of the newest rows alone, which have it where they fill it. Their order is
 * that of the times alone, so that no row is copied for it; those of one time go together.
 */
export const walkStatement = (
  table: string,
  filter: EmailLogFilter,
  page: PageRequest,
  steps: number,
): Statement => {
  const { range, others, parameters } = partsOf(filter, page);
  const newest = `select ${columns} from ${table} ${whereOf(...range)}
    order by created_at desc fetch first ${steps} rows with ties`;
  return {
    sql: `select ${columns} from (${newest}) newest ${whereOf(...others)} ${order} ${cutOf(page)}`,
    parameters,
  };
};

/** The same page, by way of all rows of the filter: PostgreSQL is not to hope for an early end of a walk. */
export const gatherStatement = (table: string, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(filter, page);
  const found = `select ${columns} from ${table} ${whereOf(...others, ...range)} offset 0`;
  return { sql: `select ${columns} from (${found}) found ${order} ${cutOf(page)}`, parameters };
};

const partsOf = (filter: EmailLogFilter, { start }: PageRequest) =>
  conditionsOf(filter, 'after' in start ? start.after : null);

const cutOf = ({ perPage, start }: PageRequest): string =>
  `limit ${perPage} offset ${'offset' in start ? start.offset : 0}`;

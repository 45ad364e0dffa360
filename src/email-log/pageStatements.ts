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

/** How many of the newest rows tell whether a text is common. */
const sample = 300;

/** How many are looked at one by one at most. */
const longestWalk = 10_000;

/**
 * The same page for a text that is searched for. PostgreSQL can't tell a rare text from a common one, for which a look
 * at the newest rows takes a hundredth of what the index of trigrams does. So a sample of these tells, and the index
 * answers where they don't fill the page. The walk through them is short in any case: a text of today may be in no
 * older row.
 */
export const searchStatement = (table: string, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(filter, page);
  const newest = (limit: string | number) =>
    `(select ${columns} from ${table} ${whereOf(...range)} ${order} limit ${limit}) newest`;
  const isCommon = `exists (select 1 from ${newest(sample)} ${whereOf(...others)})`;
  const walk = `(select case when ${isCommon} then ${longestWalk} else 0 end)`;
  const end = offsetOf(page) + page.perPage;
  return {
    sql: `with walked as materialized (
        select * from ${newest(walk)} ${whereOf(...others)} ${order} limit ${end}
      ), page as materialized (
        select count(*) = ${end} as is_full from walked
      ), indexed as materialized (
        select ${columns} from ${table} ${whereOf(...others, ...range, 'not (select is_full from page)')}
      )
      select * from walked where (select is_full from page)
      union all select * from indexed
      ${order} ${cutOf(page)}`,
    parameters,
  };
};

const partsOf = (filter: EmailLogFilter, { start }: PageRequest) =>
  conditionsOf(filter, 'after' in start ? start.after : null);

const offsetOf = ({ start }: PageRequest): number => ('offset' in start ? start.offset : 0);

const cutOf = (page: PageRequest): string => `limit ${page.perPage} offset ${offsetOf(page)}`;

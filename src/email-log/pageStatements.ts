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

/** How many of the newest rows tell whether a text is common: two of them have it. */
const sample = 1_000;

/** How many are looked at one by one: so many take about as long as the index does for a text that is not rare. */
const longestWalk = 30_000;

/**
 * The same page for a text that is searched for. PostgreSQL can't tell a rare text from a common one, for which a look
 * at the newest rows takes a hundredth of what the index of trigrams does. So a sample of these tells, and the index
 * answers where they don't fill the page. The walk through them is short in any case: a text of today may be in no
 * older row. Their order is that of the times alone, so that no row is copied for it; those of one time go together.
 */
export const searchStatement = (table: string, filter: EmailLogFilter, page: PageRequest): Statement => {
  const { range, others, parameters } = partsOf(filter, page);
  const newest = (limit: string) =>
    `(select ${columns} from ${table} ${whereOf(...range)} order by created_at desc ${limit}) newest`;
  const seen = `(select from ${newest(`limit ${sample}`)} ${whereOf(...others)} limit 2) seen`;
  const steps = `select case when count(*) = 2 then ${longestWalk} else 0 end from ${seen}`;
  const end = offsetOf(page) + page.perPage;
  const isEnough = `(select count(*) = ${end} from walked)`;
  return {
    sql: `with walked as materialized (
        select * from ${newest(`fetch first (${steps}) rows with ties`)} ${whereOf(...others)} ${order} limit ${end}
      )
      select * from walked where ${isEnough}
      union all
      select ${columns} from ${table} ${whereOf(...others, ...range, `not ${isEnough}`)}
      ${order} ${cutOf(page)}`,
    parameters,
  };
};

const partsOf = (filter: EmailLogFilter, { start }: PageRequest) =>
  conditionsOf(filter, 'after' in start ? start.after : null);

const offsetOf = ({ start }: PageRequest): number => ('offset' in start ? start.offset : 0);

const cutOf = (page: PageRequest): string => `limit ${page.perPage} offset ${offsetOf(page)}`;

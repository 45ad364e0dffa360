import type { Payload } from 'payload';
import { countExactly } from '../database/countExactly.ts';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import type { PageRequest } from '../shared/paging.ts';
import { conditionsOf, type EmailLogFilter, whereOf } from './filter.ts';
import { pageStatement, searchStatement } from './pageStatements.ts';

export type EmailLogRow = EmailAttempt & { id: string };

/** One page of the log, newest first, ties by descending id. */
export const findEmails = async (
  payload: Payload,
  slug: string,
  filter: EmailLogFilter,
  page: PageRequest,
): Promise<EmailLogRow[]> => {
  const isSearch = filter.to !== undefined || filter.search !== undefined;
  const { sql, parameters } = (isSearch ? searchStatement : pageStatement)(
    tableOf(payload, slug),
    filter,
    page,
  );
  const { rows } = await postgresOf(payload).pool.query<StoredRow>(sql, [...parameters]);
  return rows.map((row) => ({ ...row, id: String(row.id), created_at: row.created_at.toISOString() }));
};

/** The exact number of rows that a filter finds. */
export const countEmails = (payload: Payload, slug: string, filter: EmailLogFilter): Promise<number> => {
  const { range, others, parameters } = conditionsOf(filter);
  return countExactly(payload, {
    from: tableOf(payload, slug),
    where: whereOf(...others, ...range),
    values: parameters,
  });
};

type StoredRow = Omit<EmailLogRow, 'id' | 'created_at'> & { id: number | string; created_at: Date };

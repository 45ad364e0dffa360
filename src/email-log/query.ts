import type { Payload } from 'payload';
import { countExactly, countLately } from '../database/countExactly.ts';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import type { PageRequest } from '../shared/paging.ts';
import { conditionsOf, type EmailLogFilter, whereOf } from './filter.ts';
import { gatherStatement, pageStatement, type Statement, walkStatement } from './pageStatements.ts';
import { worthwhileWalk } from './worthwhileWalk.ts';

export type EmailLogRow = EmailAttempt & { id: string };

/** One page of the log, newest first, ties by descending id. */
export const findEmails = async (
  payload: Payload,
  slug: string,
  filter: EmailLogFilter,
  page: PageRequest,
): Promise<EmailLogRow[]> => {
  const table = tableOf(payload, slug);
  if (filter.to === undefined && filter.search === undefined)
    return readRows(payload, pageStatement(table, filter, page));
  const steps = await worthwhileWalk(payload, slug, filter, page);
  const walked = steps > 0 ? await readRows(payload, walkStatement(table, filter, page, steps)) : [];
  if (walked.length === page.perPage) return walked;
  return readRows(payload, gatherStatement(table, filter, page));
};

const readRows = async (payload: Payload, { sql, parameters }: Statement): Promise<EmailLogRow[]> => {
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

/**
 * The same for filters that share a part, which is looked for once, and not for each of them.
 *
 * @param parts what each of them restricts further
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

/** All rows of the log, as they were a few seconds ago: for what stands beside a number that counts. */
export const countAllLately = (payload: Payload, slug: string): Promise<number> =>
  countLately(payload, { from: tableOf(payload, slug), where: '', values: [] });

type StoredRow = Omit<EmailLogRow, 'id' | 'created_at'> & { id: number | string; created_at: Date };

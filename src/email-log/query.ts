import type { Payload } from 'payload';
import { containing } from '../database/conditions.ts';
import { countExactly } from '../database/countExactly.ts';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import type { PageRequest, Position } from '../shared/paging.ts';

/** What a reader of the log may ask for; a part left out restricts nothing. */
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

export type EmailLogRow = EmailAttempt & { id: string };

interface Conditions {
  readonly sql: string[];
  readonly parameters: unknown[];
}

/** One page of the log, newest first, ties by descending id. */
export const findEmails = async (
  payload: Payload,
  slug: string,
  filter: EmailLogFilter,
  { start, perPage }: PageRequest,
): Promise<EmailLogRow[]> => {
  const conditions = conditionsOf(filter);
  if ('after' in start && start.after) addPosition(conditions, start.after);
  const offset = 'offset' in start ? start.offset : 0;
  const { rows } = await postgresOf(payload).pool.query<StoredRow>(
    `select ${selected} from ${tableOf(payload, slug)} ${whereOf(conditions)}
     order by created_at desc, id desc limit ${perPage} offset ${offset}`,
    conditions.parameters,
  );
  return rows.map((row) => ({ ...row, id: String(row.id), created_at: row.created_at.toISOString() }));
};

/** The exact number of rows that a filter finds. */
export const countEmails = (payload: Payload, slug: string, filter: EmailLogFilter): Promise<number> => {
  const conditions = conditionsOf(filter);
  return countExactly(payload, {
    from: tableOf(payload, slug),
    where: whereOf(conditions),
    values: conditions.parameters,
  });
};

type StoredRow = Omit<EmailLogRow, 'id' | 'created_at'> & { id: number | string; created_at: Date };

const selected =
  'id, "to", subject, type, related_type, related_id, transport, status, error, created_at, user_id, message_id, fallback';

const conditionsOf = (filter: EmailLogFilter): Conditions => {
  const conditions: Conditions = { sql: [], parameters: [] };
  const add = (value: unknown, sql: (parameter: string) => string) => {
    if (value === undefined) return;
    conditions.parameters.push(value);
    conditions.sql.push(sql(`$${conditions.parameters.length}`));
  };
  add(containing(filter.to), (value) => `"to" ilike ${value}`);
  add(containing(filter.search), (value) => `subject ilike ${value}`);
  add(filter.status, (value) => `status = ${value}`);
  add(filter.type, (value) => `type = ${value}`);
  add(filter.transport, (value) => `transport = ${value}`);
  add(filter.relatedType, (value) => `related_type = ${value}`);
  add(filter.relatedId, (value) => `related_id = ${value}`);
  add(filter.from, (value) => `created_at >= ${value}`);
  add(filter.before, (value) => `created_at < ${value}`);
  if (filter.fallback !== undefined)
    conditions.sql.push(`fallback is ${filter.fallback ? 'not null' : 'null'}`);
  return conditions;
};

const addPosition = ({ sql, parameters }: Conditions, { value, id }: Position): void => {
  parameters.push(value, id);
  sql.push(`(created_at, id) < ($${parameters.length - 1}, $${parameters.length})`);
};

const whereOf = ({ sql }: Conditions): string => (sql.length > 0 ? `where ${sql.join(' and ')}` : '');

import type { PoolClient, QueryResult } from 'pg';
import { giveUpAfter } from '../database/giveUp.ts';
import { quote } from '../database/quote.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import { toStorable } from '../shared/text.ts';
import type { AddedColumn } from './addedColumns.ts';

/** A row whose id is known before it is written. */
export type IdentifiedRow = EmailAttempt & { id: string };

/** The columns of the log that a mail attempt fills, in the order of their parameters. */
const columns = [
  'id',
  'to',
  'subject',
  'type',
  'related_type',
  'related_id',
  'transport',
  'status',
  'error',
  'created_at',
  'user_id',
  'message_id',
  'fallback',
] as const satisfies readonly (keyof EmailAttempt)[];

/** In milliseconds, for the server: less than the portal's pool waits, so that no statement outlives its client. */
const longestInsert = 3_000;

export interface RowsToInsert {
  readonly table: string;
  readonly rows: readonly IdentifiedRow[];
  /** Columns of the app's own, which its hooks fill. */
  readonly added: readonly AddedColumn[];
  /** Whether the commit is waited for; otherwise a crash of PostgreSQL may undo it for a moment. */
  readonly waitForDisk: boolean;
}

/**
 * Writes rows, all or none. One whose id is there already is left as it is.
 *
 * @returns those that are not written, as another mail's row has their id
 * @throws where the database does not take them; then none is written
 */
export const insertRows = async (
  client: PoolClient,
  insert: RowsToInsert,
): Promise<ReadonlySet<IdentifiedRow>> => {
  const { table, rows } = insert;
  const answers = await client.query(insertSql(client, insert));
  // Several statements have several answers, which the driver's types do not know.
  const { rowCount } = (answers as unknown as QueryResult[]).at(-1) ?? { rowCount: null };
  return rowCount === rows.length ? new Set() : rowsOfTakenIds(client, table, rows);
};

/**
 * Without parameters on purpose: what is sent as one text is one transaction and one way to the server and back,
 * with the limits that hold for it alone. Each way more would cost a mail as much as the row itself.
 */
const insertSql = (client: PoolClient, { table, rows, added, waitForDisk }: RowsToInsert): string => {
  const columnList = [...columns, ...added.map(({ column }) => column)].map(quote).join(', ');
  return `${giveUpAfter(longestInsert)}; ${waitForDisk ? '' : 'set local synchronous_commit = off;'}
    insert into ${table} (${columnList})
    select ${columnList}
    from json_populate_recordset(null::${table}, ${client.escapeLiteral(jsonOf(rows.map(byColumns(added))))})
    on conflict (id) do nothing`;
};

/**
 * Two mails that share an id hardly share the millisecond, the recipients and the subject; the rest of a row may
 * differ from what was last heard of it.
 */
const rowsOfTakenIds = async (
  client: PoolClient,
  table: string,
  rows: readonly IdentifiedRow[],
): Promise<ReadonlySet<IdentifiedRow>> => {
  const { rows: found } = await client.query<Sameness & { id: string }>(
    `select id::text as id, created_at, "to", subject from ${table} where id = any($1)`,
    [rows.map(({ id }) => id)],
  );
  const holders = new Map(found.map((holder) => [holder.id, samenessOf(holder)]));
  const isTaken = (row: IdentifiedRow) => holders.has(row.id) && holders.get(row.id) !== samenessOf(row);
  return new Set(rows.filter(isTaken));
};

type Sameness = Pick<EmailAttempt, 'to' | 'subject'> & { created_at: string | Date };

const samenessOf = ({ created_at, to, subject }: Sameness): string =>
  JSON.stringify([new Date(created_at).getTime(), toStorable(to ?? ''), toStorable(subject ?? '')]);

/** What is written of a row, and nothing else of it: PostgreSQL reads whatever has the name of a column. */
const byColumns =
  (added: readonly AddedColumn[]) =>
  (row: IdentifiedRow): object =>
    Object.fromEntries([
      ...columns.map((column) => [column, row[column]]),
      ...added.map(({ field, column }) => [column, Reflect.get(row, field)]),
    ]);

/** What PostgreSQL takes in no text: NUL, and half of a surrogate pair, such as a cut text may end with. */
const unstorable = /\\u(?:0000|d[89a-f])/;

/** Looked at twice only where it has to be: nearly no row has anything of the kind. */
const jsonOf = (rows: readonly object[]): string => {
  const json = JSON.stringify(rows);
  return unstorable.test(json) ? JSON.stringify(cleaned(JSON.parse(json))) : json;
};

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return toStorable(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [toStorable(key), cleaned(part)]));
};

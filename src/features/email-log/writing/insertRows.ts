import type { CollectionSlug, Payload } from 'payload';
import type { QueryResult } from 'pg';
import { portalPool, postgresOf } from '../../../core/database/pool.ts';
import { giveUpAfter, quote } from '../../../core/database/statement.ts';
import { tableNameOf } from '../../../core/database/table.ts';
import { toStorable } from '../../../core/shared/text/text.ts';
import { type IdentifiedRow, rowColumns, rowFieldNames } from '../row.ts';

/** A field that the app added to the log's rows, which its `beforeEmailLog` hooks fill. */
export interface AddedColumn {
  readonly field: string;
  readonly column: string;
}

/** In milliseconds, for the server: less than the portal's pool waits, so that no statement outlives its client. */
const longestInsert = 3_000;

interface Insertion {
  readonly table: string;
  readonly rows: readonly IdentifiedRow[];
  readonly added: readonly AddedColumn[];
}

/**
 * Writes rows, all or none. A row whose id is in the table already stays as it is there.
 *
 * @returns the ids of the rows that were not in the table before
 * @throws if the database does not take the rows; none is written then
 */
export const insertRows = async (payload: Payload, insertion: Insertion): Promise<ReadonlySet<string>> => {
  const answers = await portalPool(payload).query(insertSql(payload, insertion));
  // Several statements have several results, which the driver's types do not cover.
  const inserted = (answers as unknown as QueryResult<{ id: string }>[]).at(-1)?.rows ?? [];
  return new Set(inserted.map(({ id }) => id));
};

/** The statement without parameters: so the limits and the insert are one text, one transaction and one round trip. */
const insertSql = (payload: Payload, { table, rows, added }: Insertion): string => {
  const columns = [...rowColumns, ...added.map(({ column }) => column)].map(quote).join(', ');
  const json = postgresOf(payload).pg.escapeLiteral(jsonOf(rows.map(byColumns(added))));
  return `${giveUpAfter(longestInsert)};
    insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, ${json})
    on conflict (id) do nothing returning id::text as id`;
};

/** PostgreSQL reads every property that has the name of a column, so other properties are left out. */
const byColumns =
  (added: readonly AddedColumn[]) =>
  (row: IdentifiedRow): object =>
    Object.fromEntries([
      ...rowColumns.map((column) => [column, row[column]]),
      ...added.map(({ field, column }) => [column, Reflect.get(row, field)]),
    ]);

/**
 * The characters that PostgreSQL rejects in a text: NUL, and half of a surrogate pair, with which a shortened text may end.
 */
const unstorable = /\\u(?:0000|d[89a-f])/;

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

/** The app's own fields that are one column each. Fields with tables of their own are not among them. */
export const addedColumns = (payload: Payload, slug: string): readonly AddedColumn[] => {
  const { config } = payload.collections[slug as CollectionSlug] ?? {};
  const columns = postgresOf(payload).tables[tableNameOf(payload, slug)];
  return (config?.flattenedFields ?? []).flatMap(({ name }) => {
    const column: unknown = rowFieldNames.has(name) ? undefined : Reflect.get(Object(columns), name);
    const columnName: unknown = Reflect.get(Object(column), 'name');
    return typeof columnName === 'string' ? [{ field: name, column: columnName }] : [];
  });
};

/**
 * The classes of SQLSTATE that are not about a row: connection, state of the transaction (a standby takes no writes),
 * roll back and try again, resources, an object in use, intervention, the system.
 */
const beyondTheRow: readonly string[] = ['08', '25', '40', '53', '55', '57', '58'];

/** A statement that took too long, perhaps because of one row. */
const cancelled = '57014';

/** True if PostgreSQL responded and rejected the rows. One of them may be at fault, and the others fine. */
export const isRejection = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('severity' in error) || error.severity !== 'ERROR') return false;
  const code = 'code' in error ? String(error.code) : '';
  return code === cancelled || !beyondTheRow.includes(code.slice(0, 2));
};

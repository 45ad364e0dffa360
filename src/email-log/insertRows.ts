import type { Payload } from 'payload';
import type { PoolClient } from 'pg';
import { giveUpAfter } from '../database/giveUp.ts';
import { portalPool } from '../database/pool.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import { isRefusal } from './refusal.ts';

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

const columnList = columns.map((column) => `"${column}"`).join(', ');

/** In milliseconds, for the server: less than the portal's pool waits, so that no statement outlives its client. */
const longestInsert = 3_000;

/**
 * Writes rows in one transaction. One whose id is there already is left as it is.
 *
 * @returns the ids that other mails' rows have, whose own rows are therefore not written
 * @throws where the database does not take them; then none is written
 */
export const insertRows = (
  payload: Payload,
  table: string,
  rows: readonly IdentifiedRow[],
): Promise<ReadonlySet<string>> =>
  inTransaction(payload, async (client) => {
    const { rows: written } = await client.query<{ id: string }>(
      `insert into ${table} (${columnList}) values ${placeholders(rows.length)}
       on conflict (id) do nothing returning id::text as id`,
      rows.flatMap(parametersOf),
    );
    if (written.length === rows.length) return new Set();
    const writtenIds = new Set(written.map(({ id }) => id));
    return takenIds(
      client,
      table,
      rows.filter(({ id }) => !writtenIds.has(id)),
    );
  });

/** Two mails hardly share an id and the millisecond; the rest of a row may differ from what was last heard of it. */
const takenIds = async (
  client: PoolClient,
  table: string,
  rows: readonly IdentifiedRow[],
): Promise<ReadonlySet<string>> => {
  const { rows: found } = await client.query<{ id: string; created_at: Date }>(
    `select id::text as id, created_at from ${table} where id = any($1)`,
    [rows.map(({ id }) => id)],
  );
  const moments = new Map(found.map(({ id, created_at }) => [id, created_at.getTime()]));
  const isTaken = ({ id, created_at }: IdentifiedRow) =>
    moments.has(id) && moments.get(id) !== new Date(created_at).getTime();
  return new Set(rows.filter(isTaken).map(({ id }) => id));
};

const inTransaction = async <Result>(
  payload: Payload,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await portalPool(payload).connect();
  // A connection that breaks fails its query; the event alone would end the process.
  client.on('error', ignore);
  try {
    await client.query(`begin; ${giveUpAfter(longestInsert)}`);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await giveBack(client, error);
    throw error;
  } finally {
    client.off('error', ignore);
  }
};

const ignore = (): void => {};

/** A connection that may not answer any more is not asked to roll back, but closed. */
const giveBack = async (client: PoolClient, error: unknown): Promise<void> => {
  if (!isRefusal(error)) {
    client.release(true);
    return;
  }
  await client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  );
};

const placeholders = (rowCount: number): string =>
  Array.from({ length: rowCount }, (_, row) => {
    const parameters = columns.map((_, column) => `$${row * columns.length + column + 1}`);
    return `(${parameters.join(',')})`;
  }).join(',');

const parametersOf = (row: IdentifiedRow): unknown[] =>
  columns.map((column) => {
    const value = row[column];
    return column === 'fallback' && value
      ? JSON.stringify(value, (_, part) => storable(part))
      : storable(value);
  });

/** PostgreSQL takes no NUL, and in JSON no half of a surrogate pair, such as a cut text may end with. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', ' ').toWellFormed() : value;

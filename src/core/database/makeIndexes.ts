import type { Payload } from 'payload';
import type { PoolClient } from 'pg';
import { postgresOf } from './pool.ts';
import { quote } from './statement.ts';

/** An index that is made at the start, not by a migration. */
export interface StartedIndex {
  readonly name: string;
  /** The part of the statement that follows `on <table>`. */
  readonly definition: string;
  readonly needs?: 'pg_trgm';
  /** The index of an earlier version, which is dropped as soon as this one exists. */
  readonly replaces?: string;
}

/**
 * Makes the indexes that are missing, one by one, without holding up inserts. Each waits for the transactions under
 * way, and these may wait until their mail is recorded. So the CMS's pool is used, not the portal's.
 */
export const makeIndexes = async (
  payload: Payload,
  table: string,
  wanted: readonly StartedIndex[],
): Promise<void> => {
  const missing = await missingIndexes(payload, wanted);
  if (missing.length === 0) return;
  const hasTrigrams = await tryTrigrams(payload);
  await withoutLimit(payload, async (client) => {
    for (const index of missing) {
      if (index.needs === 'pg_trgm' && !hasTrigrams) continue;
      await client.query(createIndexSql(table, index));
      if (index.replaces) await client.query(dropIndexSql(table, index.replaces));
    }
    // Without statistics of the expressions PostgreSQL would estimate a rare text as common.
    await client.query(`analyze ${table}`);
  });
};

/**
 * Lends a connection whose statements may take any time. It lifts only a limit that the pool itself sets. Behind a pooler
 * the pool sets none, and a setting made here would reach the sessions of other clients.
 */
const withoutLimit = async (payload: Payload, work: (client: PoolClient) => Promise<void>): Promise<void> => {
  const { pool, poolOptions } = postgresOf(payload);
  const isLimited = Boolean(poolOptions.statement_timeout);
  const client = await pool.connect();
  try {
    if (isLimited) await client.query('set statement_timeout = 0');
    await work(client);
    if (isLimited) await client.query('reset statement_timeout');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
};

/** An index whose making was cut off is dropped here, and counts as missing. */
const missingIndexes = async (payload: Payload, wanted: readonly StartedIndex[]): Promise<StartedIndex[]> => {
  const { rows } = await postgresOf(payload).pool.query<{ name: string; valid: boolean; qualified: string }>(
    `select c.relname as name, i.indisvalid as valid, i.indexrelid::regclass::text as qualified
     from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = any($1)`,
    [wanted.map(({ name }) => name)],
  );
  for (const { valid, qualified } of rows) {
    if (!valid) await postgresOf(payload).pool.query(`drop index if exists ${qualified}`);
  }
  const present = new Set(rows.filter(({ valid }) => valid).map(({ name }) => name));
  return wanted.filter(({ name }) => !present.has(name));
};

/** Several tables want them, and one warning says so. */
const warned = new WeakSet<Payload>();

const tryTrigrams = async (payload: Payload): Promise<boolean> => {
  try {
    await postgresOf(payload).pool.query('create extension if not exists pg_trgm');
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (warned.has(payload)) return false;
    warned.add(payload);
    payload.logger.warn(
      `Searching the email log and mail in will be slow: the extension pg_trgm can't be installed (${reason}). ` +
        'Ask the owner of the database to run: create extension pg_trgm',
    );
    return false;
  }
};

const createIndexSql = (table: string, { name, definition }: StartedIndex): string =>
  `create index concurrently if not exists ${quote(name)} on ${table} ${definition}`;

/** The schema of the table, because the search path may lead elsewhere. */
const dropIndexSql = (table: string, name: string): string =>
  `drop index concurrently if exists ${[...table.split('.').slice(0, -1), quote(name)].join('.')}`;

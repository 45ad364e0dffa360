import type { Payload } from 'payload';
import { beginCoverageSql } from '../email-log/coverage.ts';
import { createIndexSql, type StartedIndex, startedIndexes } from '../email-log/indexes.ts';
import { withDatabaseLock } from './lock.ts';
import { portalPool } from './pool.ts';

/** Tables that are no collections, out of the way of the CMS's migrations. */
const schemaSql = `
  create schema if not exists support_portal;
  create table if not exists support_portal.meta (key text primary key, value text not null)`;

/**
 * Makes what the portal needs beside the collections' tables, once for the database, whoever starts first.
 *
 * @throws where the collections' tables are not there yet: run the app's migrations
 */
export const prepareDatabase = async (payload: Payload, emailLog: string): Promise<void> => {
  await withDatabaseLock(payload, 'prepare', async () => {
    const pool = portalPool(payload);
    await pool.query(schemaSql);
    await pool.query(beginCoverageSql(emailLog));
    await makeIndexes(payload, emailLog);
  });
};

const makeIndexes = async (payload: Payload, table: string): Promise<void> => {
  const wanted = startedIndexes(table);
  const missing = await missingIndexes(payload, wanted);
  if (missing.length === 0) return;
  const hasTrigrams = await tryTrigrams(payload);
  for (const index of missing) {
    if (index.needs === 'pg_trgm' && !hasTrigrams) continue;
    await portalPool(payload).query(createIndexSql(table, index));
  }
};

/** An index whose making was cut off is dropped here, and counts as missing. */
const missingIndexes = async (payload: Payload, wanted: readonly StartedIndex[]): Promise<StartedIndex[]> => {
  const { rows } = await portalPool(payload).query<{ name: string; valid: boolean; qualified: string }>(
    `select c.relname as name, i.indisvalid as valid, i.indexrelid::regclass::text as qualified
     from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = any($1)`,
    [wanted.map(({ name }) => name)],
  );
  for (const { valid, qualified } of rows) {
    if (!valid) await portalPool(payload).query(`drop index if exists ${qualified}`);
  }
  const present = new Set(rows.filter(({ valid }) => valid).map(({ name }) => name));
  return wanted.filter(({ name }) => !present.has(name));
};

const tryTrigrams = async (payload: Payload): Promise<boolean> => {
  try {
    await portalPool(payload).query('create extension if not exists pg_trgm');
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    payload.logger.warn(
      `Searching the email log will be slow: the extension pg_trgm can't be installed (${reason}). ` +
        'Ask the owner of the database to run: create extension pg_trgm',
    );
    return false;
  }
};

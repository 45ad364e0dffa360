import type { Payload } from 'payload';
import { postgresOf } from '../../core/database/pool.ts';
import { portalSchemaSql } from '../../core/database/schema.ts';
import { features } from '../../features.ts';
import { applyMigrations } from '../database/migrate.ts';
import { StartError } from '../startError.ts';
import { listTables, type Queryable } from './copyRows.ts';

interface Preparation {
  /** Connected to the target. */
  readonly payload: Payload;
  readonly source: Queryable;
}

/**
 * Makes the tables of this version in a database that has nothing in them.
 *
 * @throws StartError if there are rows already, or if the source is of an older version
 */
export const prepareSchema = async ({ payload, source }: Preparation): Promise<void> => {
  const { migrations } = await import('../../migrations/index.ts');
  const applied = await namesOf(source, 'select name from payload_migrations');
  if (migrations.some(({ name }) => !applied.includes(name)))
    throw new StartError('The embedded database is of an older version: run npm start once, then move.');
  const { pool } = postgresOf(payload);
  await assertEmpty(pool);
  await applyMigrations(payload, migrations);
  await pool.query(portalSchemaSql(features));
};

const assertEmpty = async (target: Queryable): Promise<void> => {
  const tables = (await listTables(target)).filter(({ name }) => !isBookkeeping(name));
  for (const { name } of tables) {
    const { rowCount } = await target.query(`select from ${name} limit 1`);
    if (rowCount !== 0)
      throw new StartError(`DATABASE_URL names a database that is not empty: there are rows in ${name}.`);
  }
};

/** The tables that a start, or a failed move, may have filled already. */
const isBookkeeping = (table: string): boolean =>
  table.startsWith('support_portal.') || table.endsWith('.payload_migrations');

const namesOf = async (client: Queryable, sql: string): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(sql);
  return rows.map(({ name }) => name);
};

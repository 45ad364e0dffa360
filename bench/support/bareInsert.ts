import type { Payload } from 'payload';
import { postgresOf } from '../../src/core/database/pool.ts';
import { tableOf } from '../../src/core/database/table.ts';
import { type EmailAttempt, rowColumns } from '../../src/features/email-log/row.ts';
import { slug } from './emailLog.ts';
import type { Scope } from './scope.ts';

const columns = rowColumns.filter((column) => column !== 'id');

const insertSql = `insert into bare (${columns.map((column) => `"${column}"`).join(', ')})
  values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;

/**
 * Inserts rows of the log one by one into a table that has only a primary key, on as many connections as there are rows at
 * once.
 */
export const bareInsert = async (payload: Payload, atOnce: number, { onEnd }: Scope) => {
  const { pg, poolOptions, pool: ownPool } = postgresOf(payload);
  await ownPool.query(
    `create table if not exists bare (like ${tableOf(payload, slug)} including defaults, primary key (id))`,
  );
  const pool = new pg.Pool({ ...poolOptions, max: atOnce });
  onEnd(() => pool.end());
  // It does not wait for its connections to close, so the database may stop before them.
  pool.on('error', () => {});
  return ({ fallback, ...row }: EmailAttempt) => {
    const values = { ...row, fallback: fallback && JSON.stringify(fallback) };
    return pool.query(
      insertSql,
      columns.map((column) => values[column]),
    );
  };
};

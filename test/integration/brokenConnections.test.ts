import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { giveBackBroken } from '../../src/upstream/failedBegin.ts';
import { createDatabase, query } from '../support/payload.ts';

const openPool = async () => {
  const databaseUrl = await createDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 2_000 });
  onTestFinished(() => pool.end());
  pool.on('error', () => {});
  giveBackBroken(pool);
  return { pool, databaseUrl };
};

const takeAndBreak = async (pool: pg.Pool, databaseUrl: string): Promise<pg.PoolClient> => {
  const client = await pool.connect();
  client.on('error', () => {});
  const ended = new Promise((resolve) => client.once('end', resolve));
  const { rows } = await client.query('select pg_backend_pid() pid');
  await query(databaseUrl, 'select pg_terminate_backend($1)', [rows[0].pid]);
  await ended;
  return client;
};

it('a broken connection that is not given back costs the pool no place', async () => {
  const { pool, databaseUrl } = await openPool();
  await takeAndBreak(pool, databaseUrl);
  expect((await pool.query('select 1 one')).rows).toEqual([{ one: 1 }]);
});

it('the holder of a broken connection may give it back as well', async () => {
  const { pool, databaseUrl } = await openPool();
  const client = await takeAndBreak(pool, databaseUrl);
  client.release();
  expect((await pool.query('select 1 one')).rows).toEqual([{ one: 1 }]);
});

it('an idle connection that breaks is no trouble', async () => {
  const { pool, databaseUrl } = await openPool();
  const { rows } = await pool.query('select pg_backend_pid() pid');
  const removed = new Promise((resolve) => pool.once('remove', resolve));
  await query(databaseUrl, 'select pg_terminate_backend($1)', [rows[0].pid]);
  await removed;
  expect((await pool.query('select 1 one')).rows).toEqual([{ one: 1 }]);
});

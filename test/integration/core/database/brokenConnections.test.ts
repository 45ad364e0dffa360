import type { Payload } from 'payload';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { surviveRestarts } from '../../../../src/core/database/pool.ts';
import { giveBackBroken } from '../../../../src/core/upstream/failedBegin.ts';
import { createDatabase, query } from '../../../support/portal/payload.ts';

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

/** Its error would end the process: no one listens to a connection that the CMS holds in a transaction. */
it('a connection that breaks while it is checked out is told, and no more', async () => {
  const databaseUrl = await createDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  onTestFinished(() => pool.end());
  const told: string[] = [];
  const payload = { db: { pool }, logger: { warn: (line: string) => told.push(line) } };
  surviveRestarts(payload as unknown as Payload);
  const client = await pool.connect();
  const { rows } = await client.query('select pg_backend_pid() pid');
  const broken = new Promise((resolve) => client.once('end', resolve));
  await query(databaseUrl, 'select pg_terminate_backend($1)', [rows[0].pid]);
  await broken;
  client.release(true);
  expect(told[0]).toBe(
    'A connection to PostgreSQL broke: terminating connection due to administrator command',
  );
  expect((await pool.query('select 1 one')).rows).toEqual([{ one: 1 }]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload, PayloadRequest } from 'payload';
import type { Pool, PoolClient } from 'pg';
import { lockPool } from './pool.ts';
import { runStatement } from './statement.ts';

/**
 * Runs `work` while no other process of this database is inside the lock of that name. The lock belongs to a
 * transaction, so it works behind a transaction pooler and ends with a process that dies.
 */
export const withDatabaseLock = async <Result>(
  payload: Payload,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const client = await acquire(lockPool(payload), name);
  try {
    const result = await work();
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
};

/** Between two tries, in milliseconds; each pause is twice the last. */
const shortestPause = 20;
const longestPause = 500;

/**
 * Polls. A statement that waits for a lock holds a snapshot, and the lock's holder may wait until every snapshot is
 * gone, as `create index concurrently` does. PostgreSQL detects no deadlock there. Between two tries the connection goes
 * back, so that callers who wait keep none of another name out.
 *
 * @throws if the portal is closed meanwhile
 */
const acquire = async (pool: Pool, name: string): Promise<PoolClient> => {
  for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
    const client = await tryLock(pool, name);
    if (client) return client;
    if (pool.ending) throw new Error('The portal is closing.');
    await sleep(pause);
  }
};

/** @returns the connection whose transaction has the lock, or null if another one has it */
const tryLock = async (pool: Pool, name: string): Promise<PoolClient | null> => {
  const client = await pool.connect();
  try {
    // The transaction idles while the work is done elsewhere; a server's limit for that would end the lock.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ locked: boolean }>(lockSql(name));
    if (rows[0]?.locked) return client;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
  await rollBack(client);
  return null;
};

const rollBack = (client: PoolClient): Promise<void> =>
  client.query('rollback').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  );

/**
 * Without parameters on purpose: a parameterised statement stays open, and with it a snapshot that `create index
 * concurrently` would wait for as long as the lock is held.
 */
const lockSql = (name: string): string =>
  `select pg_try_advisory_xact_lock(hashtextextended('payload-support-portal/${name}', 0)) as locked`;

/** Lets requests that lock the same name go on one after the other, each until its transaction ends. */
export const lockName = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  name: string,
): Promise<void> => {
  await runStatement(req, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `payload-support-portal/${name}`,
  ]);
};

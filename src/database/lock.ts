import type { Payload } from 'payload';
import type { PoolClient } from 'pg';
import { lockPool } from './pool.ts';

/**
 * Runs `work` while no other process of this database is inside the lock of that name. The lock belongs to a
 * transaction, so it works behind a transaction pooler and ends with a process that dies.
 */
export const withDatabaseLock = async <Result>(
  payload: Payload,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const client = await lockPool(payload).connect();
  // A connection that breaks while it is held would end the process; the next statement on it fails all the same.
  client.on('error', ignore);
  try {
    await client.query('begin');
    await client.query(lockSql(name));
    const result = await work();
    await client.query('commit');
    release(client);
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => release(client),
      (broken: Error) => release(client, broken),
    );
    throw error;
  }
};

const ignore = (): void => {};

const release = (client: PoolClient, broken?: Error): void => {
  client.off('error', ignore);
  client.release(broken);
};

/**
 * Without parameters on purpose: a parameterised statement stays open, and with it a snapshot that `create index
 * concurrently` would wait for as long as the lock is held.
 */
const lockSql = (name: string): string =>
  `select pg_advisory_xact_lock(hashtextextended('payload-support-portal/${name}', 0))`;

import type { Payload } from 'payload';
import { portalPool } from './pool.ts';

/**
 * Runs `work` while no other process of this database is inside the lock of that name. The lock belongs to a
 * transaction, so it works behind a transaction pooler and ends with a process that dies.
 */
export const withDatabaseLock = async <Result>(
  payload: Payload,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const client = await portalPool(payload).connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`payload-support-portal/${name}`]);
    const result = await work();
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
};

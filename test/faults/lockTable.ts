import pg from 'pg';
import { onTestFinished } from 'vitest';

const deadlock = '40P01';

interface Lock {
  unlock(): Promise<void>;
}

/**
 * Locks a table as a migration would; `unlock` is called at the end of the test at the latest. A portal that has just
 * started makes indexes one after the other, and PostgreSQL ends one of two that wait for each other: then the lock is
 * asked for again.
 */
export const lockTable = (databaseUrl: string, table: string): Promise<Lock> =>
  holdLock(databaseUrl, `lock table ${table} in access exclusive mode`);

/** Holds the lock that a statement takes, until the end of the test at the latest. */
export const holdLock = async (databaseUrl: string, statement: string): Promise<Lock> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const lock = (): Promise<unknown> =>
    client.query(`begin; ${statement}`).catch(async (error: pg.DatabaseError) => {
      if (error.code !== deadlock) throw error;
      await client.query('rollback');
      await lock();
    });
  await lock();
  let ending: Promise<void> | null = null;
  const unlock = () => {
    ending ??= client.end();
    return ending;
  };
  onTestFinished(unlock);
  return { unlock };
};

import pg from 'pg';
import { onTestFinished } from 'vitest';

const deadlock = '40P01';

/**
 * Locks a table as a migration would; `unlock` is called at the end of the test at the latest. A portal that has just
 * started makes indexes one after the other, and PostgreSQL ends one of two that wait for each other: then the lock is
 * asked for again.
 */
export const lockTable = async (databaseUrl: string, table: string): Promise<{ unlock(): Promise<void> }> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const lock = (): Promise<unknown> =>
    client
      .query(`begin; lock table ${table} in access exclusive mode`)
      .catch(async (error: pg.DatabaseError) => {
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

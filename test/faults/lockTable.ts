import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Locks a table as a migration would; `unlock` is called at the end of the test at the latest. */
export const lockTable = async (databaseUrl: string, table: string): Promise<{ unlock(): Promise<void> }> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  let ending: Promise<void> | null = null;
  const unlock = () => {
    ending ??= client.end();
    return ending;
  };
  onTestFinished(unlock);
  return { unlock };
};

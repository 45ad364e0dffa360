import type { ClientBase } from 'pg';
import { connector } from '../database/probe.ts';
import { StartError } from '../startError.ts';

/**
 * Reads the embedded database as it is at one moment.
 *
 * @throws StartError if another process uses it
 */
export const inSnapshot = async <Result>(
  url: string,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> => {
  const client = connector(url, { queriesMayTakeLong: true });
  try {
    await client.connect();
    await assertAlone(client);
    await client.query('begin isolation level repeatable read read only');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
};

/**
 * Makes sure that no process writes rows that would be left behind: the lock of the owner, which is this process, is the
 * only other connection. A transaction sees the connections that existed at its first query.
 *
 * @throws StartError if there is another one
 */
export const assertAlone = async (client: ClientBase): Promise<void> => {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()
       and pid not in (select pid from pg_locks where locktype = 'advisory')`,
  );
  if (rowCount !== 0)
    throw new StartError('A worker or another program uses the embedded database: stop it, then move.');
};

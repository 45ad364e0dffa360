import type { ClientBase } from 'pg';
import { connector } from './probe.ts';

/** Any number will do, as long as it stays the same. */
const startLock = 4_090_000_002;

/**
 * Runs `work` while no other process sets up this database. The lock is a transaction's, on a connection of its own: it
 * works behind a transaction pooler and ends with a process that dies. The writes of `work` with the given client are
 * committed when it ends well. It must lock nothing there that other connections need meanwhile.
 */
export const withStartLock = async <Result>(
  url: string,
  signal: AbortSignal,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> => {
  const client = connector(url, { queriesMayTakeLong: true });
  const cancel = (): void => void client.end();
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await client.connect();
    await client.query('begin');
    await client.query(
      'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    await client.query('select pg_advisory_xact_lock($1)', [startLock]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    signal.removeEventListener('abort', cancel);
    await client.end();
  }
};

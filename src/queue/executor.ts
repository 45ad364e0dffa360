import type { PayloadRequest } from 'payload';
import type { Pool } from 'pg';
import { runStatement } from '../database/statement.ts';
import { sessionOf } from '../database/transaction.ts';

/** Where the job engine's statements run. */
export interface Executor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

export const poolExecutor = (pool: () => Pool): Executor => ({
  executeSql: (text, values) => pool().query(text, values),
});

/**
 * Runs statements inside the transaction of a request; null where it has none.
 *
 * @throws where the transaction is over, so that nothing is kept whose cause was given up
 */
export const requestExecutor = async (req: PayloadRequest): Promise<Executor | null> => {
  const id = await req.transactionID;
  if (id === undefined || id === null) return null;
  const session = await sessionOf(req);
  if (!session) throw new Error('The transaction of the request is over: no job can be part of it.');
  return { executeSql: (text, values = []) => runStatement(req, text, values) };
};

/** Runs `work` in one transaction on one connection of the pool. */
export const inPoolTransaction = async (
  pool: Pool,
  work: (executor: Executor) => Promise<void>,
): Promise<void> => {
  const client = await pool.connect();
  // A connection that breaks fails its query; the event alone would end the process.
  client.on('error', ignore);
  try {
    await client.query('begin');
    await work({ executeSql: (text, values) => client.query(text, values) });
    await client.query('commit');
    client.off('error', ignore);
    client.release();
  } catch (error) {
    // Closed, not rolled back: it may not answer any more.
    client.release(true);
    throw error;
  }
};

const ignore = (): void => {};

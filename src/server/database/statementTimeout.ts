import { Client } from 'pg';
import { probeTimeoutMs } from './probe.ts';

/**
 * The longest that a statement of the CMS's pool may take, in milliseconds. The slowest ordinary ones, a search or a count of
 * a million rows without an index, take seconds.
 */
const longestStatement = 30_000;

const key = Symbol.for('payload-support-portal.statementTimeout');

/** Next has its own copy of the config, and so of this module. */
const globals = globalThis as { [key]?: number };

/** The timeout that the pool is given; undefined before {@link settleStatementTimeout}, and if the database takes none. */
export const statementTimeout = (): number | undefined => globals[key];

/**
 * Finds out whether connections may bring a limit along: a pooler such as PgBouncer refuses all of a connection that does.
 * The limit cannot be set later, for behind a transaction pooler it would be that of other connections.
 */
export const settleStatementTimeout = async (url: string): Promise<void> => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    statement_timeout: longestStatement,
  });
  client.on('error', () => {});
  delete globals[key];
  try {
    await client.connect();
    await client.query('select 1');
    globals[key] = longestStatement;
  } catch (error) {
    if (!isRefusedParameter(error)) throw error;
    console.log(
      `The database refuses statement_timeout, as poolers do, so nothing ends a statement of more than ${longestStatement / 1_000} s: ` +
        'let the pooler do it (query_timeout of PgBouncer).',
    );
  } finally {
    await client.end().catch(() => {});
  }
};

/** PgBouncer's SQLSTATE for a parameter that it does not know. */
const isRefusedParameter = (error: unknown): boolean => Reflect.get(Object(error), 'code') === '08P01';

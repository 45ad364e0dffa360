import { sql } from '@payloadcms/db-postgres/drizzle';
import type { PayloadRequest } from 'payload';
import type { QueryResultRow } from 'pg';
import { postgresOf } from './pool.ts';
import { sessionOf } from './transaction.ts';

interface StatementResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

/**
 * Runs SQL inside the request's transaction, so that it is committed with the change that caused it, or not at all;
 * by itself if the request has none.
 *
 * @param text with `$1`, `$2`, … for the values
 */
export const runStatement = async <Row extends QueryResultRow = QueryResultRow>(
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<StatementResult<Row>> => {
  const session = await sessionOf(req);
  if (!session) return postgresOf(req.payload).pool.query<Row>(text, [...values]);
  const { rows, rowCount } = await session.db.execute(toTemplate(text, values));
  return { rows: rows as unknown[] as Row[], rowCount };
};

/**
 * Turns SQL with `$n` into drizzle's template, which the CMS's transaction takes. Each `$n` becomes a parameter of
 * its own, so PostgreSQL may find the type of a repeated one ambiguous.
 */
const toTemplate = (text: string, values: readonly unknown[]) =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1]))),
  );

/**
 * Statements that limit the rest of the transaction on the server: half of the time for the lock of a table, all of it for a
 * statement. If only the client gave up, its statement would go on waiting in the server, and each retry would add one,
 * until no connection is left. The limits are local to the transaction, so a pooler may hand the connection on.
 */
export const giveUpAfter = (milliseconds: number): string =>
  `set local lock_timeout = ${Math.round(milliseconds / 2)}; set local statement_timeout = ${milliseconds}`;

/** An identifier, quoted for SQL. */
export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

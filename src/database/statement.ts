import { sql } from '@payloadcms/db-postgres';
import type { PayloadRequest } from 'payload';
import { postgresOf } from './pool.ts';
import { sessionOf } from './transaction.ts';

/**
 * Runs SQL inside the request's transaction, so that it is committed with the change that caused it, or not at all;
 * by itself where the request has none.
 *
 * @param text with `$1`, `$2`, … for the values
 */
export const runStatement = async <Row extends object>(
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const session = await sessionOf(req);
  if (!session) return (await postgresOf(req.payload).pool.query<Row>(text, [...values])).rows;
  const { rows } = await session.db.execute<Row & Record<string, unknown>>(toTemplate(text, values));
  return rows as Row[];
};

/** The CMS's transaction speaks drizzle, which numbers the parameters itself. */
const toTemplate = (text: string, values: readonly unknown[]) => {
  const pieces = text.split(/\$(\d+)/);
  return sql.join(pieces.map((piece, index) => (index % 2 === 0 ? sql.raw(piece) : sql.param(values[Number(piece) - 1]))));
};

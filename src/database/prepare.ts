import type { Payload } from 'payload';
import { beginCoverageSql } from '../email-log/coverage.ts';
import { withDatabaseLock } from './lock.ts';
import { makeIndexes } from './makeIndexes.ts';
import { portalPool } from './pool.ts';

/** Tables that are no collections, out of the way of the CMS's migrations. */
const schemaSql = `
  create schema if not exists support_portal;
  create table if not exists support_portal.meta (key text primary key, value text not null)`;

const key = Symbol.for('payload-support-portal.prepared');

/**
 * Makes what the portal needs beside the collections' tables, once for the database, whoever comes first. The
 * indexes follow in the background. What failed is tried again by the next who asks.
 *
 * @throws where the collections' tables are not there yet
 */
export const prepareDatabase = (payload: Payload, emailLog: string): Promise<void> => {
  const holder = payload as Payload & { [key]?: Promise<void> };
  holder[key] ??= prepare(payload, emailLog).catch((error: unknown) => {
    delete holder[key];
    throw error;
  });
  return holder[key];
};

const prepare = async (payload: Payload, emailLog: string): Promise<void> => {
  await withDatabaseLock(payload, 'prepare', async () => {
    await portalPool(payload).query(schemaSql);
    await portalPool(payload).query(beginCoverageSql(emailLog));
  });
  void withDatabaseLock(payload, 'indexes', () => makeIndexes(payload, emailLog)).catch((error: Error) =>
    payload.logger.warn(
      `The email log's indexes could not be made, the next start tries again: ${error.message}`,
    ),
  );
};

import type { Payload } from 'payload';
import { giveUpAfter } from '../database/giveUp.ts';
import { withDatabaseLock } from '../database/lock.ts';
import { makeIndexes } from '../database/makeIndexes.ts';
import { portalPool } from '../database/pool.ts';
import { preparePortalSchema } from '../database/prepareSchema.ts';
import { tableOf } from '../database/table.ts';
import { beginCoverageSql } from './coverage.ts';
import { emailLogIndexes } from './indexes.ts';

/** In milliseconds, for the server: less than the portal's pool waits. */
const longestPreparation = 4_000;

const key = Symbol.for('payload-support-portal.prepared');

interface PreparedOptions {
  readonly slugs: { readonly emailLog: string };
  /** Whether the indexes by which texts are searched are made. */
  readonly emailLog: { readonly searchIndexes: boolean };
}

/**
 * Makes what the log needs beside its collection's table, once for the database, whoever comes first. The
 * indexes follow in the background. What failed is tried again by the next who asks.
 *
 * @throws where the collection's table is not there yet
 */
export const prepareEmailLog = (payload: Payload, options: PreparedOptions): Promise<void> => {
  const holder = payload as Payload & { [key]?: Promise<void> };
  holder[key] ??= prepare(payload, options).catch((error: unknown) => {
    delete holder[key];
    throw error;
  });
  return holder[key];
};

const prepare = async (payload: Payload, { slugs, emailLog }: PreparedOptions): Promise<void> => {
  const table = tableOf(payload, slugs.emailLog);
  const indexes = emailLogIndexes(table, emailLog.searchIndexes);
  await preparePortalSchema(payload);
  await portalPool(payload).query(`${giveUpAfter(longestPreparation)}; ${beginCoverageSql(table)}`);
  void withDatabaseLock(payload, 'indexes', () => makeIndexes(payload, table, indexes)).catch(
    (error: Error) =>
      payload.logger.warn(
        `The email log's indexes could not be made, the next start tries again: ${error.message}`,
      ),
  );
};

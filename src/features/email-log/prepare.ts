import type { Payload } from 'payload';
import { withDatabaseLock } from '../../core/database/lock.ts';
import { makeIndexes, type StartedIndex } from '../../core/database/makeIndexes.ts';
import { portalPool } from '../../core/database/pool.ts';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { giveUpAfter } from '../../core/database/statement.ts';
import { keptOn } from '../../core/shared/concurrency/keptOn.ts';
import { lowered } from './reading/filter.ts';
import { type LogSlugs, logTables } from './reading/query.ts';
import { beginCoverageSql } from './retention/coverage.ts';

/** In milliseconds, for the server: less than the portal's pool waits. */
const longestPreparation = 4_000;

interface PreparedOptions {
  readonly slugs: LogSlugs;
  /** True to create the indexes for searching texts. */
  readonly emailLog: { readonly searchIndexes: boolean };
}

/**
 * Creates the log's schema apart from its collection's table, once per database. The indexes follow in the background. A
 * failed part is retried by the next caller.
 *
 * @throws if the collection's table does not exist yet
 */
export const prepareEmailLog = (payload: Payload, options: PreparedOptions): Promise<void> => {
  const preparation = keptOn<{ done?: Promise<void> }>(payload, 'prepared', () => ({}));
  preparation.done ??= prepare(payload, options).catch((error: unknown) => {
    delete preparation.done;
    throw error;
  });
  return preparation.done;
};

const prepare = async (payload: Payload, { slugs, emailLog }: PreparedOptions): Promise<void> => {
  const { log: table, deliveries } = logTables(payload, slugs);
  const indexes = emailLogIndexes(table, emailLog.searchIndexes);
  await preparePortalSchema(payload);
  await portalPool(payload).query(`${giveUpAfter(longestPreparation)}; ${beginCoverageSql(table)}`);
  const makeAll = async (): Promise<void> => {
    await makeIndexes(payload, table, indexes);
    await makeIndexes(payload, deliveries, deliveryIndexes(deliveries));
  };
  void withDatabaseLock(payload, 'indexes', makeAll).catch((error: Error) =>
    payload.logger.warn(
      `The email log's indexes could not be created; the next start retries: ${error.message}`,
    ),
  );
};

/**
 * Indexes that no migration of the CMS can create: partial ones, and those that need an extension which the database's owner
 * may have to install. They are created at the start, without holding up inserts.
 *
 * @param searchable true to include the indexes for searching texts
 */
export const emailLogIndexes = (table: string, searchable: boolean): readonly StartedIndex[] => {
  const name = nameOf(table);
  const partial: readonly StartedIndex[] = [
    { name: `${name}_failed_idx`, definition: `(created_at) where status = 'failed'` },
    { name: `${name}_fallback_idx`, definition: '(created_at) where fallback is not null' },
    // Finds the mail that a provider or a bounce names. It takes half the space of a tree.
    { name: `${name}_message_id_idx`, definition: 'using hash (message_id)' },
  ];
  if (!searchable) return partial;
  return [
    ...partial,
    trigrams(`${name}_to`, lowered('"to"')),
    trigrams(`${name}_subject`, lowered('subject')),
  ];
};

/** Finds the mails in a state that few are in. */
export const deliveryIndexes = (table: string): readonly StartedIndex[] => [
  { name: `${nameOf(table)}_counts_idx`, definition: '(state, email) where counts' },
];

const nameOf = (table: string): string => table.replaceAll('"', '').split('.').at(-1) ?? table;

const trigrams = (name: string, expression: string): StartedIndex => ({
  name: `${name}_search_idx`,
  definition: `using gin (${expression} gin_trgm_ops)`,
  needs: 'pg_trgm',
  replaces: `${name}_trgm_idx`,
});

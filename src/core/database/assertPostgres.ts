import type { Payload } from 'payload';
import { ApiError } from '../shared/errors/errors.ts';
import { say } from '../texts/say.ts';
import { postgresOf } from './pool.ts';

/** Names that identify a database adapter: its kind from the start, its package only after its `init`. */
interface AdapterNames {
  readonly name?: string;
  readonly packageName?: string;
}

const needed = '@payloadcms/db-postgres';

/**
 * The portal's statements and pools are those of one adapter for PostgreSQL.
 *
 * @throws an Error that says which adapter it needs
 */
export const assertPostgres = (adapter: AdapterNames | undefined): void => {
  const { name = 'postgres', packageName = needed } = adapter ?? { name: 'none' };
  if (name === 'postgres' && packageName === needed) return;
  const given = packageName === needed ? name : packageName;
  throw new Error(
    `supportPortal: \`db\` of the Payload config has to be the PostgreSQL adapter of ${needed}, and is ${given}.`,
  );
};

/**
 * Tells an outage from a fault. The CMS skips an auth strategy that throws: with an unreachable database every caller seems
 * to have no session.
 *
 * @throws {ApiError} `unavailable` if the database is unreachable
 */
export const assertDatabaseAnswers = async (payload: Payload): Promise<void> => {
  try {
    await postgresOf(payload).pool.query('select 1');
  } catch (cause) {
    throw new ApiError('unavailable', say('errors:databaseAway'), { cause });
  }
};

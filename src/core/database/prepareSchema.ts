import type { Payload } from 'payload';
import { contextOf } from '../context.ts';
import { keptOn } from '../shared/concurrency/keptOn.ts';
import { sqlStateOf } from '../shared/errors/errors.ts';
import { withDatabaseLock } from './lock.ts';
import { portalPool } from './pool.ts';
import { portalSchemaSql } from './schema.ts';
import { giveUpAfter, quote } from './statement.ts';

/** In milliseconds, for the server: less than the portal's pool waits. */
const longest = 4_000;

interface Preparation {
  done?: Promise<void> | undefined;
  isRightMissed?: boolean;
}

/**
 * Makes the portal's own schema and its tables, once for the database. If it fails, the next caller tries again.
 *
 * @throws {MissingRight} if the database role may not make a schema; the server's log has said so by then, once
 */
export const preparePortalSchema = async (payload: Payload): Promise<void> => {
  const preparation = keptOn<Preparation>(payload, 'schema', () => ({}));
  preparation.done ??= prepare(payload);
  try {
    await preparation.done;
  } catch (error) {
    preparation.done = undefined;
    if (!isMissingRight(error)) throw error;
    if (!preparation.isRightMissed) payload.logger.error(error.message);
    preparation.isRightMissed = true;
    throw error;
  }
};

const prepare = async (payload: Payload): Promise<void> => {
  try {
    const sql = portalSchemaSql(contextOf(payload)?.features ?? []);
    await withDatabaseLock(payload, 'prepare', async () => {
      await portalPool(payload).query(`${giveUpAfter(longest)}; ${sql}`);
    });
  } catch (error) {
    throw sqlStateOf(error) === insufficientPrivilege ? await missingRight(payload, error) : error;
  }
};

/** SQLSTATE of a statement that the role may not run. */
const insufficientPrivilege = '42501';

const mark = Symbol.for('payload-support-portal.missingRight');

/** The database role lacks a right that the portal needs. The message names the statement that grants it. */
class MissingRight extends Error {
  override readonly name = 'MissingRight';
  readonly [mark] = true;
}

/** True if an error is a {@link MissingRight}, which the server's log has already reported. */
export const isMissingRight = (error: unknown): error is MissingRight =>
  error instanceof Error && mark in error;

const missingRight = async (payload: Payload, cause: unknown): Promise<MissingRight> => {
  const { rows } = await portalPool(payload).query<{ role: string; database: string }>(
    'select current_user as role, current_database() as database',
  );
  const { role = '', database = '' } = rows[0] ?? {};
  return new MissingRight(
    `The database role ${quote(role)} may not make the schema support_portal, so the support portal does no background ` +
      `work and its email log waits. Run as the owner of the database: grant create on database ${quote(database)} to ` +
      `${quote(role)};`,
    { cause },
  );
};

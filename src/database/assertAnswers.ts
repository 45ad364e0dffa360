import type { Payload } from 'payload';
import { ApiError } from '../shared/errors.ts';
import { postgresOf } from './pool.ts';

/**
 * Tells an outage from a fault. The CMS skips an auth strategy that throws: with the database away everybody looks
 * like one without a session.
 *
 * @throws {ApiError} `unavailable` if the database is away
 */
export const assertDatabaseAnswers = async (payload: Payload): Promise<void> => {
  try {
    await postgresOf(payload).pool.query('select 1');
  } catch (cause) {
    throw new ApiError('unavailable', 'The database is not reachable. Try again in a moment.', { cause });
  }
};

import { ApiError } from '../../core/shared/errors/errors.ts';
import { say } from '../../core/texts/say.ts';

/**
 * Refuses a change that was begun before another one: the form sends all fields, with the moment of the change that it shows. A
 * change without a moment passes.
 *
 * @throws {ApiError} `conflict`
 */
export const assertNotChangedSince = (shown: unknown, stored: unknown): void => {
  if (!isMoment(shown) || !isMoment(stored) || Number(new Date(shown)) === Number(new Date(stored))) return;
  throw new ApiError('conflict', say('settings:changedMeanwhile'));
};

const isMoment = (value: unknown): value is string | Date =>
  typeof value === 'string' || value instanceof Date;

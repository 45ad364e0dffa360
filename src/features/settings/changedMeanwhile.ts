import { APIError, type PayloadRequest } from 'payload';
import { textsBy } from '../../core/texts/text.ts';

/**
 * Refuses a change that was begun before another one: the form sends all fields, with the moment of the change that it shows. A
 * change without a moment passes.
 *
 * @throws a 409 in the language of the request
 */
export const assertNotChangedSince = (shown: unknown, stored: unknown, t: PayloadRequest['t']): void => {
  if (!isMoment(shown) || !isMoment(stored) || Number(new Date(shown)) === Number(new Date(stored))) return;
  throw new APIError(textsBy(t)('settings:changedMeanwhile'), 409);
};

const isMoment = (value: unknown): value is string | Date =>
  typeof value === 'string' || value instanceof Date;

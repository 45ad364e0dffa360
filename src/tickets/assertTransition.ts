import { ApiError } from '../shared/errors.ts';
import { statesAfter } from './transitions.ts';
import type { Status } from './vocabulary.ts';

/** @throws {ApiError} `invalid_transition`, naming the states allowed */
export const assertTransition = (from: Status, to: Status, isClient: boolean): void => {
  const allowed = statesAfter(from, isClient);
  if (to === from || allowed.includes(to)) return;
  const states = allowed.length > 0 ? `to ${allowed.join(', ')}` : 'to no other state';
  throw new ApiError('invalid_transition', `A ticket that is ${from} can change ${states}, not to ${to}.`);
};

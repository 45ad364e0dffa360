import type { CollectionAfterOperationHook } from 'payload';
import { factOf } from '../../request/facts.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';

/** The longest response in characters. To write a longer one takes much of a second, in which no one else is served. */
export const longestResponse = 20_000_000;

/** Characters that each value counts beside its own: its name, quotes and commas. */
const ofValue = 10;

/** Characters of a text as JSON writes it: a control character is six. */
const writtenLength = (text: string): number => JSON.stringify(text).length - 2;

/**
 * True for a result that is too long to be written: names and records are bounded, but each name of a long text repeats it
 * in each record. It looks at no more than it would allow.
 */
const isTooLong = (result: unknown): boolean => {
  const waiting: unknown[] = [result];
  let room = longestResponse;
  while (waiting.length > 0 && room >= 0) {
    const value = waiting.pop();
    room -= ofValue;
    if (typeof value === 'string') room -= writtenLength(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) waiting.push(part);
  }
  return room < 0;
};

/** @throws {ApiError} `bad_request` for a result that the CMS would write at once, and that is too long */
export const assertShort = (result: unknown): void => {
  if (isTooLong(result))
    throw new ApiError('bad_request', say('errors:query:response', { most: longestResponse }));
};

/**
 * Refuses a result of the CMS's own reads over REST that is too long. Records that others name, and what the app's own code reads
 * on the way, are part of it, or stay within.
 */
export const rejectLongResults: CollectionAfterOperationHook = ({ args, overrideAccess, req, result }) => {
  const isNested = overrideAccess || Reflect.get(args, 'currentDepth') !== undefined;
  if (!isNested && factOf(req, 'isReadOfCms')) assertShort(result);
  return result;
};

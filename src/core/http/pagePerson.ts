import type { PayloadRequest } from 'payload';
import { keyOf } from '../access/apiKey.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { personHeader, personText } from '../shared/portal/pagePerson.ts';
import { say } from '../texts/say.ts';

/**
 * Keeps a page that one person has opened from acting in the name of another, who has logged in since in the same browser.
 *
 * @throws {ApiError} `conflict`
 */
export const assertPersonOfPage = ({ headers, user }: Pick<PayloadRequest, 'headers' | 'user'>): void => {
  const person = headers.get(personHeader);
  if (person === null || !user || keyOf(user) !== null || person === personText(user.id)) return;
  throw new ApiError('conflict', say('errors:ticket:otherAuthor'));
};

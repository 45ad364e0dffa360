import { validationFailed } from '../../core/shared/errors/errors.ts';
import { checkText, isBlank, isTooLong } from '../../core/shared/text/checkText.ts';
import { isOneLine, isStorable, unstorable } from '../../core/shared/text/text.ts';
import { relationId } from '../../core/shared/values/ids.ts';
import { say, type Verdict } from '../../core/texts/say.ts';
import { limits } from './vocabulary.ts';

// The API and the admin UI have the same rules.

export const checkSubject = (subject: unknown): Verdict => {
  if (typeof subject !== 'string') return say('errors:text:notText');
  if (isBlank(subject)) return say('errors:text:subject');
  if (isTooLong(subject, limits.subject)) return say('errors:text:tooLong', { most: limits.subject });
  if (!isOneLine(subject)) return say('errors:text:oneLine');
  return isStorable(subject) || unstorable;
};

export const checkDescription = (description: unknown): Verdict => {
  if (description === null || description === undefined) return true;
  if (typeof description !== 'string') return say('errors:text:notText');
  if (isTooLong(description, limits.description))
    return say('errors:text:tooLong', { most: limits.description });
  return isStorable(description) || unstorable;
};

export const checkReply = (body: unknown): Verdict => checkText(body, limits.reply);

const texts = ['subject', 'description', 'status', 'priority'] as const;
const relations = ['requester', 'assignee'] as const;

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * The CMS validates fields after the rules of a ticket have compared them.
 *
 * @throws {ApiError} `validation_failed` for objects where texts and ids belong
 */
export const assertPlain = (data: Readonly<Record<string, unknown>>): void => {
  const details = [
    ...texts
      .filter((field) => !isPlain(data[field]))
      .map((field) => ({ path: field, message: say('errors:text:missing') })),
    ...relations
      .filter((field) => !isPlain(relationId(data[field])))
      .map((field) => ({ path: field, message: say('errors:text:id') })),
  ];
  if (details.length > 0) throw validationFailed(details);
};

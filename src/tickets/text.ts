import { validationFailed } from '../shared/errors.ts';
import { relationId } from '../shared/ids.ts';
import { isOneLine, isStorable, unstorable } from '../shared/text.ts';
import { limits } from './vocabulary.ts';

const isBlank = (text: string): boolean => text.trim() === '';

const tooLong = (text: string, most: number): boolean => text.length > most && [...text].length > most;

/** True, or what is wrong with a text. The same rules apply to the API and the admin UI. */
export type TextCheck = true | string;

export const checkSubject = (subject: unknown): TextCheck => {
  if (typeof subject !== 'string') return 'Give text.';
  if (isBlank(subject)) return 'Give a subject.';
  if (tooLong(subject, limits.subject)) return `Give ${limits.subject} characters at most.`;
  if (!isOneLine(subject)) return 'Give one line.';
  return isStorable(subject) || unstorable;
};

export const checkDescription = (description: unknown): TextCheck => {
  if (description === null || description === undefined) return true;
  if (typeof description !== 'string') return 'Give text.';
  if (tooLong(description, limits.description)) return `Give ${limits.description} characters at most.`;
  return isStorable(description) || unstorable;
};

export const checkReply = (body: unknown): TextCheck => {
  if (typeof body !== 'string') return 'Give text.';
  if (isBlank(body)) return 'Give a text.';
  if (tooLong(body, limits.reply)) return `Give ${limits.reply} characters at most.`;
  return isStorable(body) || unstorable;
};

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
      .map((field) => ({ path: field, message: 'Give a text.' })),
    ...relations
      .filter((field) => !isPlain(relationId(data[field])))
      .map((field) => ({ path: field, message: 'Give an id.' })),
  ];
  if (details.length > 0) throw validationFailed(details);
};

import { validationFailed } from '../../core/shared/errors/errors.ts';
import {
  checkText,
  isBlank,
  isOneLine,
  isStorable,
  isTooLong,
  unstorable,
} from '../../core/shared/text/text.ts';
import { relationId } from '../../core/shared/values/ids.ts';
import { type Sentence, say, type Verdict } from '../../core/texts/say.ts';
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

export const mostTags = 20;

/** Longest tag in code points. */
export const longestTag = 50;

/** True, or the problem with the tags of a ticket. The same rule applies to the API and the admin UI. */
export const checkTags = (tags: unknown): Verdict => {
  if (tags === null || tags === undefined) return true;
  if (!Array.isArray(tags)) return say('errors:tags:noList');
  const problem = tags.map(problemOf).find((found) => found !== null);
  if (problem) return problem;
  return withoutTwins(tags).length <= mostTags || say('errors:tags:tooMany', { most: mostTags });
};

const problemOf = (tag: unknown): Sentence | null => {
  if (typeof tag !== 'string') return say('errors:tags:noText');
  const trimmed = tag.trim();
  const named = JSON.stringify(tag.slice(0, longestTag * 2));
  if (trimmed === '') return say('errors:tags:empty');
  if (!isStorable(tag)) return unstorable;
  if ([...trimmed].length > longestTag) return say('errors:tags:tooLong', { tag: named, most: longestTag });
  return isOneLine(trimmed) && !trimmed.includes(',') ? null : say('errors:tags:separator', { tag: named });
};

/**
 * The tags that a ticket has after a change. Tags are compared without case, and keep the spelling that the ticket
 * knows. The tags it had, if the same are wanted in another order.
 *
 * @param wanted valid tags
 */
export const tagsAfter = (wanted: readonly string[], before: readonly string[]): readonly string[] => {
  const known = new Map(before.map((tag) => [tag.toLowerCase(), tag]));
  const tags = withoutTwins(wanted).map((tag) => known.get(tag.toLowerCase()) ?? tag);
  return tags.length === before.length && tags.every((tag) => before.includes(tag)) ? before : tags;
};

/** Each tag once, as it was written first. */
const withoutTwins = (tags: readonly string[]): string[] => {
  const kept = new Map<string, string>();
  for (const tag of tags.map((one) => one.trim())) {
    const folded = tag.toLowerCase();
    if (!kept.has(folded)) kept.set(folded, tag);
  }
  return [...kept.values()];
};

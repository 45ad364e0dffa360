import { isOneLine, isStorable, unstorable } from '../../../core/shared/text/text.ts';
import { type Sentence, say, type Verdict } from '../../../core/texts/say.ts';

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

import { isOneLine, isStorable, unstorable } from '../shared/text.ts';

export const mostTags = 20;

/** In code points. */
export const longestTag = 50;

/** True, or what is wrong with the tags of a ticket. The same rule applies to the API and the admin UI. */
export const checkTags = (tags: unknown): true | string => {
  if (tags === null || tags === undefined) return true;
  if (!Array.isArray(tags)) return 'Give a list of tags.';
  if (withoutTwins(tags).length > mostTags) return `Give ${mostTags} tags at most.`;
  const problem = tags.map(problemOf).find((found) => found !== null);
  return problem ?? true;
};

const problemOf = (tag: unknown): string | null => {
  if (typeof tag !== 'string') return 'A tag is text.';
  const trimmed = tag.trim();
  const named = JSON.stringify(tag.slice(0, longestTag * 2));
  if (trimmed === '') return 'A tag cannot be empty.';
  if (!isStorable(tag)) return unstorable;
  if ([...trimmed].length > longestTag) return `The tag ${named} has more than ${longestTag} characters.`;
  return isOneLine(trimmed) && !trimmed.includes(',')
    ? null
    : `The tag ${named} has a comma or a line break in it.`;
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
const withoutTwins = (tags: readonly unknown[]): string[] => {
  const kept = new Map<string, string>();
  for (const tag of tags.map((one) => String(one).trim())) {
    const folded = tag.toLowerCase();
    if (!kept.has(folded)) kept.set(folded, tag);
  }
  return [...kept.values()];
};

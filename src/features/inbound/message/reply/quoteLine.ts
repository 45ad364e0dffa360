import { isBlank, isMarked, isQuoted, nextLine } from './lines.ts';

/** The mark of a line that a client marked with initials, or with a bar, of which the line of a table has more. */
export const otherMark = (line: string): string | undefined =>
  /^\s{0,2}([A-Z]{1,4}>|\|(?!.*\|))/.exec(line)?.[1];

/**
 * True if a line is of a quote. Other marks than `>` may be of a table or a text, so they need an attribution above, or come
 * in runs.
 *
 * @param marks those of the quotes above that have an attribution
 */
export const isQuoteLine = (
  lines: readonly string[],
  at: number,
  isBelowAttribution: boolean,
  marks: ReadonlySet<string>,
): boolean => {
  const line = lines[at] ?? '';
  if (isQuoted(line) || !isMarked(line)) return isQuoted(line);
  const mark = otherMark(line);
  if (mark !== undefined && marks.has(mark)) return true;
  const initials = mark === '|' ? undefined : mark;
  if (isBelowAttribution || initials === undefined) return isBelowAttribution;
  return [lines[at - 1], lines[at + 1]].some((other) => other?.trimStart().startsWith(initials));
};

const longestLink = 400;

const linkAlone = new RegExp(`^[(<[]?https?://\\S{1,${longestLink}}[)>\\]]?\\s?>?$`, 'i');
const brokenLink = new RegExp(`[(<[]?https?://[^\\s)>\\]]{1,${longestLink}}$`, 'i');

/** The rest of a link that a client broke without a mark: one word, or a link alone, within a quote. */
export const isBrokenLink = (lines: readonly string[], at: number): boolean => {
  const line = (lines[at] ?? '').trim();
  if (linkAlone.test(line)) return isBetweenQuoted(lines, at);
  const above = lines.slice(Math.max(0, at - 2), at).findLast((other) => !isBlank(other)) ?? '';
  return (
    !line.includes(' ') &&
    /[=&?/%\d_)>\]-]/.test(line) &&
    isQuoted(above) &&
    brokenLink.test(above.slice(-longestLink - 20))
  );
};

const isBetweenQuoted = (lines: readonly string[], at: number): boolean =>
  isQuoted(lines[at - 1] ?? '') && isQuoted(lines[nextLine(lines, at + 1)] ?? '');

import { aboveHeaders } from './header.ts';
import { isBlank, isMarked, isQuoted, nextLine, plainLine } from './lines.ts';
import { pointers } from './words/separators.ts';

/** The mark of a line that a client marked with initials, or with a bar, of which the line of a table has more. */
export const otherMark = (line: string): string | undefined =>
  /^\s{0,2}([A-Z]{1,4}>|\|(?!.*\|))/.exec(line)?.[1];

/**
 * True if a line is of a quote. Other marks than `>` may be of a table or a text, so they need an attribution above, or come
 * in runs.
 *
 * @param above the last line of the quote above, if there is one; undefined below its attribution
 * @param marks those of the quotes above that have an attribution
 */
export const isQuoteLine = (
  lines: readonly string[],
  at: number,
  isBelowAttribution: boolean,
  above: string | undefined,
  marks: ReadonlySet<string>,
): boolean => {
  const line = lines[at] ?? '';
  if (isQuoted(line) || !isMarked(line)) return isQuoted(line);
  const mark = otherMark(line);
  if (mark !== undefined && marks.has(mark)) return true;
  const initials = mark === '|' ? undefined : mark;
  // A quote does not change its marks, but a table of the person's may stand below it.
  if (isBelowAttribution && !isQuoted(above ?? '')) return true;
  if (initials === undefined) return false;
  return [lines[at - 1], lines[at + 1]].some((other) => other?.trimStart().startsWith(initials));
};

const longestLink = 400;

/** Clients break no shorter lines, in characters, and a person answers with a link, too. */
const shortestBroken = 66;

const linkAlone = new RegExp(`^[(<[]?https?://\\S{1,${longestLink}}[)>\\]]?\\s?>?$`, 'i');
const openLink = new RegExp(`[(<[]https?://[^\\s)>\\]]{1,${longestLink}}$`, 'i');
const brokenLink = new RegExp(`[(<[]?https?://[^\\s)>\\]]{1,${longestLink}}$`, 'i');

/** The rest of a link that a client broke without a mark: one word, or a link alone, within a quote. */
export const isBrokenLink = (lines: readonly string[], at: number): boolean => {
  const line = (lines[at] ?? '').trim();
  const above = lines.slice(Math.max(0, at - 2), at).findLast((other) => !isBlank(other)) ?? '';
  if (linkAlone.test(line)) return isBetweenQuoted(lines, at) && isOfQuote(line, above);
  const isOpen = openLink.test(above.slice(-longestLink - 20)) && /[)>\]]$/.test(line);
  return (
    !line.includes(' ') &&
    /[=&?/%\d_)>\]-]/.test(line) &&
    isQuoted(above) &&
    (isOpen || (above.length >= shortestBroken && brokenLink.test(above.slice(-longestLink - 20))))
  );
};

/** In brackets, as clients write links into a plain text, or long and below words that go on. */
const isOfQuote = (link: string, above: string): boolean =>
  /^[(<[]/.test(link) || (link.length >= shortestBroken && !/[?.!:？。！：]\s*$/u.test(above));

const isBetweenQuoted = (lines: readonly string[], at: number): boolean =>
  isQuoted(lines[at - 1] ?? '') && isQuoted(lines[nextLine(lines, at + 1)] ?? '');

const pointer = new RegExp(`(?<!\\p{L})(?:${pointers.join('|')})`, 'iu');

/** No one writes more above answers that stand within history. In lines, and in characters of each. */
const [mostLines, longestLine] = [40, 300];

/** True if a person says that answers stand below, within the lines that a client marked as quoted, too. */
export const pointsBelow = (words: readonly string[]): boolean => {
  const said = words.filter((line) => !isBlank(line));
  return said.length <= mostLines && said.some((line) => pointer.test(line.slice(0, longestLine)));
};

/**
 * True if the lines above a quoted mail refer to it: an answer stands within it (`See my answers below in red.`), or they
 * announce it (`This is what came:`). Programs that mark no lines let a person write anywhere in it.
 */
export const isPointer = (words: readonly string[]): boolean => {
  const said = aboveHeaders(words.slice(-mostLines)).filter((line) => !isBlank(line));
  return /[:：]$/u.test(plainLine(said.at(-1) ?? '')) || (words.length <= mostLines && pointsBelow(said));
};

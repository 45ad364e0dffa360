import { aboveHeaders } from './header.ts';
import { isBlank, plainLine } from './lines.ts';
import { pointers } from './words/separators.ts';

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

import { isAnnounced, isBlank, isRule, plainLine } from './lines.ts';

/** `-Ann Lee`, `~ Ann`: a name as some end a mail with it, and others an item of a list. */
const signedName = /^[-–—~]{1,2}\s?\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?:\s\p{Lu}[\p{L}\p{M}.'’-]{0,30}){0,3}$/u;

/** The marks of a mail that is quoted in a quote: one that stood below ours, so the person's own. */
const older = /^\s{0,3}>\s?>[>\s]*/;

/** The names that end the older mails of quotes, each on a line of its own. */
export const namesOfOlder = (quoted: readonly string[]): ReadonlySet<string> => {
  const found = quoted.filter((line, at) => {
    if (!older.test(line) || !signedName.test(nameIn(line))) return false;
    const [above, below] = [quoted[at - 1], quoted[at + 1]].map((other = '') => other.replace(/^[>\s]+/, ''));
    return isBlank(above ?? '') && (isBlank(below ?? '') || isRule(below ?? ''));
  });
  return new Set(found.map(nameIn));
};

const nameIn = (line: string): string => plainLine(line.replace(older, ''));

/** The last line if it is a name that ends an older mail, too; -1 if it is not. */
export const signedStart = (lines: readonly string[], signed: ReadonlySet<string>): number =>
  lines.length > 1 &&
  isBlank(lines.at(-2) ?? '') &&
  signed.has(plainLine(lines.at(-1) ?? '')) &&
  !isAnnounced(lines, lines.length - 1)
    ? lines.length - 1
    : -1;

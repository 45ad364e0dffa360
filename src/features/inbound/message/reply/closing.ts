import { isCard, isCardWithContact, isProse, linesBelow } from './card.ts';
import { escaped, isBlank, plainLine } from './lines.ts';
import { closings, thanks } from './words/signatures.ts';

const words = (rows: readonly string[]): RegExp =>
  new RegExp(`^(?:${rows.map(escaped).join('|')})(?=$|[\\s,.!،，/])`, 'iu');

const closing = words(closings);
const closingOrThanks = words([...closings, ...thanks]);

const longestLine = 80;

/** Behind a formula, a name may stand, or another formula. */
const restOf = (line: string, formula: RegExp): string | null => {
  const plain = plainLine(line);
  const found = plain.length <= longestLine ? formula.exec(plain) : null;
  return found && plain.slice(found[0].length).replace(/^[\s,.!،，/]+/u, '');
};

const isFormula = (line: string, formula: RegExp): boolean => {
  const rest = restOf(line, formula);
  if (rest === null) return false;
  return rest === '' || (rest.split(' ').length <= 3 && !/^\p{Ll}/u.test(rest) && !/[?:]/.test(rest));
};

/**
 * The line that a greeting starts with below which only a visiting card stands; -1 without one.
 *
 * @param isAboveOther whether what a program added stood below: then a name is enough
 */
export const closingStart = (lines: readonly string[], isAboveOther: boolean): number =>
  lines.findIndex(
    (line, at) =>
      restOf(line, closing) === '' &&
      isParted(lines, at) &&
      (isCardWithContact(lines, at) || (isAboveOther && isCard(lines, at) && isCased(lines, at))),
  );

/** A list may have a line like it: a greeting has an end, or a blank line or a sentence above. */
const isParted = (lines: readonly string[], at: number): boolean => {
  const above = plainLine(lines[at - 1] ?? '');
  return at > 0 && (above === '' || /[.!?…。！？)]$/u.test(above) || /[,，،]$/u.test(plainLine(lines[at] ?? '')));
};

/** In scripts without capital letters, a name looks like any words. */
const isCased = (lines: readonly string[], at: number): boolean =>
  linesBelow(lines, at).every((line) => !/\p{L}/u.test(line) || /[\p{Lu}\p{Ll}]/u.test(line));

/** A greeting or thanks, and at most a few lines of a name. */
export const isOnlyClosing = (lines: readonly string[]): boolean => {
  const said = lines.filter((line) => !isBlank(line));
  return (
    said.length <= 4 &&
    isFormula(said[0] ?? '', closingOrThanks) &&
    said.slice(1).every((line) => !isProse(line) && plainLine(line).split(' ').length <= 5)
  );
};

import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import { isCard, isCardWithContact, isOfAuthor, isProse } from './card.ts';
import { isSubject } from './header.ts';
import { escaped, isAnnounced, isBlank, plainLine, trimmedLines } from './lines.ts';
import { closings, thanks } from './words/signatures.ts';

/** The longest first: `saludos cordiales` begins with `saludos`. */
const words = (rows: readonly string[]): RegExp => {
  const formulas = rows.flatMap((row) => row.split('|')).toSorted((one, other) => other.length - one.length);
  return new RegExp(`^(?:${formulas.map(escaped).join('|')})(?=$|[\\s,.!،，/])`, 'iu');
};

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

/** True if a line is a greeting and nothing else. */
export const isClosing = (line: string): boolean => restOf(line, closing) === '';

/**
 * The line that the last greeting starts with below which only a name or a visiting card stands; -1 without one. A greeting
 * in two languages is one. Below a subject, the greeting ends the letter that the person shows.
 */
export const closingStart = (lines: readonly string[], author: Mailbox): number => {
  const last = lines.findLastIndex(
    (line, at) =>
      isClosing(line) &&
      isParted(lines, at) &&
      (!isAbbreviated(line) || isOfAuthor(trimmedLines(lines.slice(at + 1)), author)) &&
      (isCardWithContact(lines, at) || isOverName(lines, at, author)),
  );
  if (last < 0 || lines.slice(0, last).some(isSubject)) return -1;
  return lines.slice(0, last).findLastIndex((line) => !isClosing(line)) + 1;
};

const longestAbbreviation = 3;

/** `LG`, which is a brand, too. */
const isAbbreviated = (line: string): boolean =>
  plainLine(line).replace(/[\s,.!]+$/, '').length <= longestAbbreviation;

const mostWords = 3;

/**
 * A name directly below, and nothing else; below a blank line, the author's. In scripts without capital letters, a name looks like
 * any words.
 */
const isOverName = (lines: readonly string[], at: number, author: Mailbox): boolean => {
  const isApart = isBlank(lines[at + 1] ?? '');
  const below = isApart ? trimmedLines(lines.slice(at + 1)) : lines.slice(at + 1);
  const name = plainLine(below[0] ?? '');
  if (isApart && !isOfAuthor([name], author)) return false;
  const isCased = /^[\p{Lu}\p{Lt}]\P{Nd}*$/u.test(name);
  return isCased && below.length === 1 && name.split(' ').length <= mostWords && isCard(lines, at);
};

/**
 * A list may have a line like it: a greeting has an end, or a blank line or a sentence above. A greeting that is announced
 * is what the person speaks of.
 */
const isParted = (lines: readonly string[], at: number): boolean => {
  const above = plainLine(lines[at - 1] ?? '');
  return (
    at > 0 &&
    !isAnnounced(lines, at) &&
    (above === '' || /[.!…。！)]$/u.test(above) || /[,，،]$/u.test(plainLine(lines[at] ?? '')))
  );
};

const thank = words(thanks);

/** Thanks, and not a word more. */
export const isOnlyThanks = (lines: readonly string[]): boolean => {
  const [first = '', ...others] = lines.filter((line) => !isBlank(line));
  return others.length === 0 && restOf(first, thank) === '';
};

const longestName = 3;

/** True if lines end with a paragraph that is a greeting, with a name or without: `Regards - Ann`. */
export const endsWithGreeting = (lines: readonly string[]): boolean => {
  const kept = trimmedLines(lines);
  const [first = '', ...names] = kept.slice(kept.findLastIndex(isBlank) + 1);
  return (
    isFormula(first.replace(/\s[-–—]\s/u, ' '), closing) &&
    names.length <= 1 &&
    names.every((name) => /^\p{Lu}\P{Nd}*$/u.test(name) && plainLine(name).split(' ').length <= longestName)
  );
};

/** A greeting or thanks, and at most a few lines of a name. */
export const isOnlyClosing = (lines: readonly string[]): boolean => {
  const said = lines.filter((line) => !isBlank(line));
  return (
    said.length <= 4 &&
    isFormula(said[0] ?? '', closingOrThanks) &&
    said.slice(1).every((line) => !isProse(line) && plainLine(line).split(' ').length <= 5)
  );
};

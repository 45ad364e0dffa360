import { escaped, isBlank, isQuoted, nextLine, plainLine } from './lines.ts';
import { attributions } from './words/attributions.ts';

/** A line, or a few, by which a client says whose the quote below is. */
export interface Attribution {
  /** Number of lines. */
  readonly count: number;
  /** The person's own words on its first line, before it. */
  readonly words: string;
}

/**
 * How sure it is: `text` may head a quote whose lines have no mark, `quote` is one only if marked lines follow, for a person
 * may write it, too.
 */
type Strength = 'text' | 'quote';

type Gap = 'when' | 'who' | 'both';

/** A line of the table, taken apart. */
interface Template {
  /** One more than gaps, the first and the last may be empty. */
  readonly literals: readonly string[];
  readonly gaps: readonly Gap[];
}

/** Clients break lines after some 76 characters, and names and addresses are long. */
const longestAttribution = 400;

/** `On …`, `Ann <`, `mailto:`, `ann@example.com>`, `wrote:`. */
const mostLines = 6;

const longestWhen = 120;
const longestWho = 260;

/** A date stands at the start of what is said to be one. In characters. */
const dateWithin = 40;

const templateOf = (line: string): Template => {
  const literals: string[] = [];
  const gaps: Gap[] = [];
  let end = 0;
  for (const { 0: gap, index } of line.matchAll(/\{when\}\s*\{who\}|\{who\}\s*\{when\}|\{when\}|\{who\}/g)) {
    literals.push(line.slice(end, index).trim().toLowerCase());
    gaps.push(gap === '{when}' ? 'when' : gap === '{who}' ? 'who' : 'both');
    end = index + gap.length;
  }
  return { literals: [...literals, line.slice(end).trim().toLowerCase()], gaps };
};

const templates = attributions.map(templateOf);

/** The words that templates start with, the longest first. */
const openers = [...new Set(templates.map(({ literals }) => literals[0] ?? ''))]
  .filter((literal) => literal !== '')
  .toSorted((one, other) => other.length - one.length);

const letter = /[\p{L}\p{M}\p{Nd}]/u;

/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const isLetter = (character: string | undefined): boolean => character !== undefined && letter.test(character);

/** Whether a literal stands in a text as a word, not within one. */
const standsAt = (text: string, literal: string, at: number): boolean =>
  unspaced.test(literal) ||
  !(
    (isLetter(text[at - 1]) && isLetter(literal[0])) ||
    (isLetter(text[at + literal.length]) && isLetter(literal.at(-1)))
  );

/** What stands in the gaps of a template, or null. */
const gapsOf = (text: string, { literals }: Template): string[] | null => {
  const last = literals.at(-1) ?? '';
  const end = text.length - last.length;
  if (!text.endsWith(last) || !standsAt(text, last, end)) return null;
  const found: string[] = [];
  let start = 0;
  for (const [index, literal] of literals.slice(0, -1).entries()) {
    const at = index === 0 ? (text.startsWith(literal) ? 0 : -1) : text.indexOf(literal, start);
    if (at < 0 || at + literal.length > end || !standsAt(text, literal, at)) return null;
    if (index > 0) found.push(text.slice(start, at).trim());
    start = at + literal.length;
  }
  return [...found, text.slice(start, end).trim()];
};

const digit = /\p{Nd}/u;
const time = /\p{Nd}{1,2}\s?[:.h時点시]\s?\p{Nd}{2}/u;
const fullDate = /\p{Nd}{4}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2}/u;
const address = /[^\s<>@]@[^\s<>@]/;
const addressAtEnd = /[<(\["']\s?(?:mailto:)?[^\s<>@()]{1,100}@[^\s<>@()]{1,100}\s?[>)\]"']+$/;

const isWhen = (gap: string): boolean => gap.length <= longestWhen && digit.test(gap.slice(0, dateWithin));

const fits = (gap: string, kind: Gap): boolean => {
  if (gap === '') return false;
  if (kind === 'when') return isWhen(gap);
  if (gap.length > longestWho) return false;
  return kind === 'who' || digit.test(gap.slice(0, dateWithin));
};

/** Words that names have besides those with a capital letter. */
const particles =
  /^(?:via|from|for|of|the|and|at|by|von|van|vom|für|der|den|de|di|da|do|dos|das|du|del|des|della|la|le|el|al|bin|ibn|zu|zum|und|et|y|e|i|och|og|\W+|.*@.*)$/iu;

/** A name of several words, each of which could be one. Words of a sentence are small. */
const isName = (who: string): boolean => {
  const words = who.replace(/[<(\[].{0,200}$/, '').split(' ').filter((word) => word !== '');
  return words.length <= 8 && words.every((word) => particles.test(word) || !/^["'“„«(]?\p{Ll}/u.test(word));
};

const isLongName = (who: string): boolean => who.length <= 60 && who.includes(' ') && isName(who);

interface Line {
  /** As the client wrote it, for names. */
  readonly text: string;
  readonly lower: string;
  readonly hasEnd: boolean;
  readonly isBetweenDashes: boolean;
}

const lineOf = (joined: string): Line => {
  const plain = plainLine(joined);
  const text = plain.replace(/^[\s>*_~-]{1,40}/, '').replace(/[\s*_~:：-]{1,40}$/u, '');
  const end = plain.slice(plain.length - 40).match(/[\s*_~:：-]{1,40}$/u)?.[0] ?? '';
  return {
    text,
    lower: text.toLowerCase(),
    hasEnd: /[:：]|--/.test(end),
    isBetweenDashes: /^-{2,}/.test(plain) && /--/.test(end),
  };
};

const strengthOf = (joined: string): Strength | null => {
  if (joined.length > longestAttribution) return null;
  const line = lineOf(joined);
  if (line.lower.length < 5) return null;
  let best: Strength | null = null;
  for (const template of templates) {
    const gaps = gapsOf(line.lower, template);
    if (gaps === null || !template.gaps.every((kind, index) => fits(gaps[index] ?? '', kind))) continue;
    const strength = template.gaps.includes('who') && template.gaps.length === 1
      ? strengthOfName(line, template)
      : strengthOfDate(line, template);
    if (strength === 'text') return strength;
    best ??= strength;
  }
  return best ?? strengthWithoutVerb(line);
};

/** `Ann Lee <ann@example.com> wrote:`. */
const strengthOfName = (line: Line, { literals }: Template): Strength | null => {
  const first = literals[0] ?? '';
  const who = line.text.slice(first.length, line.text.length - (literals.at(-1) ?? '').length).trim();
  if (line.isBetweenDashes) return 'text';
  if (!isName(who)) return null;
  if (address.test(who)) return line.hasEnd ? 'text' : 'quote';
  return line.hasEnd && isLongName(who) ? 'quote' : null;
};

/** Without an address, and without a word that it starts with, it may be of a chat or a log that someone pasted. */
const strengthOfDate = (line: Line, { literals }: Template): Strength => {
  if (!line.hasEnd) return 'quote';
  if (address.test(line.text) || line.isBetweenDashes) return 'text';
  return literals[0] !== '' && time.test(line.text) && fullDate.test(line.text) ? 'text' : 'quote';
};

/** `2016-03-03 17:21 GMT+01:00 Ann <ann@example.com>:`, and what a client cut off before its last word. */
const strengthWithoutVerb = ({ text, lower, hasEnd }: Line): Strength | null => {
  if (!addressAtEnd.test(text)) return null;
  if (startsWithDate(text)) return hasEnd && time.test(text) ? 'text' : 'quote';
  return openerOf(lower) === null ? null : 'quote';
};

/** `11.03.24`, `Mo, 11. März`, `tir. 18. apr.`, `2011/4/7`. */
const startsWithDate = (text: string): boolean =>
  /^(?:\p{L}[\p{L}\p{M}]{0,11}[.,]{0,2}\s){0,2}\p{Nd}{1,4}[\s./:年-]/u.test(text);

/** The word that the line starts with, if a date follows. */
const openerOf = (lower: string): string | null =>
  openers.find(
    (opener) =>
      lower.startsWith(opener) &&
      standsAt(lower, opener, 0) &&
      digit.test(lower.slice(opener.length, opener.length + dateWithin)),
  ) ?? null;

const beginsAttribution = (line: string): boolean => {
  const text = plainLine(line.slice(0, longestAttribution)).replace(/^[\s*_~-]{1,40}/, '');
  return startsWithDate(text) || openerOf(text.toLowerCase()) !== null;
};

/** All words of the templates that are no opener, as a first look at a line. */
const verbs = new RegExp(
  [...new Set(templates.flatMap(({ literals }) => literals.slice(1)))]
    .filter((literal) => literal !== '')
    .map(escaped)
    .join('|'),
  'iu',
);

const mayBegin = (line: string): boolean =>
  line.length <= longestAttribution && (/[\p{Nd}<@]/u.test(line) || verbs.test(line));

/** An address that the client broke. */
const isOpen = (text: string): boolean => text.split('<').length > text.split('>').length;

/** The lines that may go on with an attribution: also `>:` and `> wrote:`, the end of a broken address. */
const goesOn = (joined: string, line: string): boolean =>
  isQuoted(line) ? isOpen(joined) && /^\s*>\s?.{0,40}[:：]\s*$/u.test(line) : !beginsAttribution(line);

/** The attribution that starts at a line. */
const attributionFrom = (lines: readonly string[], at: number): number => {
  const first = lines[at] ?? '';
  if (!mayBegin(first)) return 0;
  const mayBreak = beginsAttribution(first) || /[<@]/.test(first) || /^\s*[<"]/.test(lines[at + 1] ?? '');
  let joined = '';
  for (let count = 1; count <= mostLines; count++) {
    const line = lines[at + count - 1] ?? '';
    if (count > 1 && (!mayBreak || at + count > lines.length)) return 0;
    if (isBlank(line)) {
      if (lines[at + count]?.trim() !== '<') return 0;
      continue;
    }
    if (count > 1 && !goesOn(joined, line)) return 0;
    joined = joined === '' ? line.trim() : `${joined} ${line.trim()}`;
    if (joined.length > longestAttribution) return 0;
    if (isOpen(joined)) continue;
    const strength = strengthOf(joined);
    if (strength === 'text' || (strength === 'quote' && isMarkedAt(lines, at + count))) return count;
  }
  return 0;
};

/** A line of a quote: some programs mark it with `|` or with initials. */
export const isMarked = (line: string): boolean => isQuoted(line) || /^\s{0,2}(?:\||[A-Z]{1,4}>)/.test(line);

const isMarkedAt = (lines: readonly string[], from: number): boolean => {
  const next = nextLine(lines, from);
  return next >= 0 && isMarked(lines[next] ?? '');
};

/** An attribution behind a reply on the same line starts with a capital letter. */
const within = /(?<=[\s.,;!?)-])(?:On|At|Am|Le|El|Il|In data|Em|Op|Den|På|W dniu|Dnia|Dne|Dňa|Pe|В|На|Στις)\s/gu;

/** The attribution that starts at this line, or within it. */
export const attributionAt = (lines: readonly string[], at: number): Attribution | null => {
  const count = attributionFrom(lines, at);
  if (count > 0) return { count, words: '' };
  const line = lines[at] ?? '';
  const end = line.slice(-longestAttribution);
  for (const { index } of [...end.matchAll(within)].toReversed().slice(0, 3)) {
    const start = line.length - end.length + index;
    const words = line.slice(0, start);
    const following = [line.slice(start), ...lines.slice(at + 1, at + mostLines + 20)];
    const found = attributionFrom(following, 0);
    if (found > 0 && (isMarkedAt(following, found) || words.endsWith('---'))) {
      return { count: found, words: words.replace(/[\s-]{1,80}$/, '') };
    }
  }
  return null;
};

/** Whether a single line is an attribution by itself. */
export const isAttribution = (line: string): boolean => strengthOf(line) !== null;

import { type LeadingDate, leadingDate } from './dates.ts';
import { plainLine } from './lines.ts';
import { hasAddress, isFullName, isLeadingName, isName, isOfFewWords, isWho, smallWords } from './names.ts';
import { type Filled, filledGaps, openers, standsAt, type Template, templatesFor } from './template.ts';

/**
 * The certainty that a line heads a quote. Below `history` all is the quote. `paragraph` a person may have written, too, and
 * then answers below: it heads a quote of one paragraph that ends the text. `marks` heads only lines that are marked.
 */
export type Strength = 'history' | 'paragraph' | 'marks';

interface Line {
  /** The text as the client wrote it, for names. */
  readonly text: string;
  readonly lower: string;
  readonly hasEnd: boolean;
  readonly isBetweenDashes: boolean;
}

const lineOf = (joined: string): Line => {
  const plain = plainLine(joined);
  const text = plain.replace(/^[\s>*_~-]{1,40}/, '').replace(/[\s*_~:：-]{1,40}$/u, '');
  const end = /[\s*_~:：-]{1,40}$/u.exec(plain)?.[0] ?? '';
  const lower = text.toLowerCase();
  return {
    text: lower.length === text.length ? text : lower,
    lower,
    hasEnd: /[:：]|--/.test(end),
    isBetweenDashes: /^-{2,}/.test(plain) && /-{2,}$/.test(end),
  };
};

/** The certainty that a line, or a few that a client broke, name the author of the quote below. Returns null if they do not. */
export const attributionStrength = (joined: string): Strength | null => {
  const line = lineOf(joined);
  let best: Strength | null = null;
  for (const template of templatesFor(line.lower)) {
    const gaps = filledGaps(line.text, line.lower, template);
    const strength = gaps && strengthOf(line, template, gaps);
    if (strength === 'history') return strength;
    best = strength === 'paragraph' ? strength : (best ?? strength);
  }
  return best ?? strengthWithoutVerb(line);
};

const strengthOf = (line: Line, template: Template, gaps: readonly Filled[]): Strength | null => {
  const dated = gaps.find(({ kind }) => kind !== 'who');
  if (dated === undefined) return strengthOfName(line, template, gaps[0]?.text ?? '');
  const date = leadingDate(dated.text);
  if (date === null || (dated.kind === 'when' && date.rest !== '')) return null;
  const areNames = gaps.every(({ kind, text }, index) => {
    if (kind === 'when') return true;
    const isFirst = index === 0 && template.literals[0] === '' && kind === 'who';
    return isFirst ? isLeadingName(text) : isSender(kind === 'both' ? date.rest : text, date);
  });
  const hasOpener = template.literals[0] !== '' || dated.kind === 'when';
  const strength = areNames ? strengthOfDate(line, date, hasOpener) : null;
  const { kind, text = '' } = gaps.find((gap) => gap.kind !== 'when') ?? {};
  const who = kind === 'both' ? date.rest : text;
  return strength !== null && isOfSentence(line, template, who) ? 'marks' : strength;
};

/**
 * `Am 4. Mai 2024 um 9 Uhr schrieb der Techniker:` in the middle of a person's own words: without an address, and with what is no
 * name, or in a script that does not tell names from other words.
 */
const isOfSentence = (line: Line, { literals, gaps }: Template, who: string): boolean =>
  !hasAddress(line.text) &&
  !line.isBetweenDashes &&
  (!isName(who) ||
    smallWords(who) > 0 ||
    /\p{Lo}/u.test(who) ||
    (gaps[0] === 'who' && !isFullName(who)) ||
    (literals[0] !== '' && /^\p{Ll}/u.test(line.text)));

/** Behind a date, a name with words of any kind, if its address stands behind, as no person writes it. */
const isSender = (who: string, { isFull, hasTime }: LeadingDate): boolean =>
  isWho(who) || (isFull && hasTime && isOfFewWords(who) && bracketedAtEnd.test(who));

const strengthOfDate = (
  line: Line,
  { isFull, hasTime }: LeadingDate,
  hasOpener: boolean,
): Strength | null => {
  if (line.isBetweenDashes) return 'history';
  if (!hasOpener && !isFull) return null;
  const isOfClient = hasAddress(line.text) && isFull;
  if (isOfClient && (line.hasEnd || (hasOpener && hasTime))) return 'history';
  if (!line.hasEnd || !hasOpener) return 'marks';
  if (isFull && hasTime) return 'history';
  return isFull ? 'paragraph' : 'marks';
};

/** `Ann Lee <ann@example.com> wrote:`. A person quotes someone, too, but writes no address: `Quoting Albert Einstein:`. */
const strengthOfName = (
  { text, hasEnd, isBetweenDashes }: Line,
  { literals }: Template,
  who: string,
): Strength | null => {
  if (isBetweenDashes && hasAddress(text)) return 'history';
  if (hasAddress(text)) return isName(who) ? (hasEnd ? 'paragraph' : 'marks') : null;
  return hasEnd && literals.at(-1) !== '' && isFullName(who) ? 'marks' : null;
};

const bracketedAtEnd = /<\s?[^\s<>@]{1,100}@[^\s<>@]{1,100}>$/;
const addressAtEnd = /[<(["']\s?(?:mailto:)?[^\s<>@()]{1,100}@[^\s<>@()]{1,100}\s?[>)\]"']+$/;

const bareAtEnd = /\s[^\s<>@()]{1,100}@[^\s<>@()]{1,100}$/;
/** `2016-03-03 17:21 GMT+01:00 Ann <ann@example.com>:`, and an attribution that a client cut off before its last word. */
const strengthWithoutVerb = ({ text, lower, hasEnd }: Line): Strength | null => {
  const isBare = bareAtEnd.test(text);
  if (!isBare && !addressAtEnd.test(text)) return null;
  const date = leadingDate(text.slice(openerOf(lower)?.length ?? 0).trim());
  if (date === null || !date.isFull || !isSender(date.rest, date)) return null;
  const isWhole = hasEnd && date.hasTime;
  if (isBare) return isWhole ? 'marks' : null;
  return isWhole ? 'history' : 'marks';
};

/** The word that a line starts with, if it is one of those before a date. */
const openerOf = (lower: string): string | undefined =>
  openers.find((opener) => lower.startsWith(opener) && standsAt(lower, opener, 0));

/** True if a line starts with a word that stands before a date. */
export const hasOpener = (joined: string): boolean => openerOf(lineOf(joined).lower) !== undefined;

/** True if a line is the date of an attribution and nothing else: a client broke the rest off. */
export const isDateAlone = (joined: string): boolean => {
  const { text, lower } = lineOf(joined);
  const date = leadingDate(text.slice(openerOf(lower)?.length ?? 0).trim());
  return date?.rest === '' && date.isFull && date.hasTime;
};

import { attributionEnd, quotedMail } from '../text/marks.ts';
import { isOnlyThanks } from './closing.ts';
import { isDateWord } from './dates.ts';
import { headerLinesAt } from './header.ts';
import { isBlank, isMarked, isQuoted, isRule, nextLine, plainLine } from './lines.ts';
import { hasAddress, isBalanced } from './names.ts';
import { attributionStrength, hasOpener, isDateAlone, type Strength } from './strength.ts';
import { templates } from './template.ts';

/** A line, or a few, in which a client names the author of the quote below. */
interface Attribution {
  /** Number of lines. */
  readonly count: number;
  /** The person's own words on its first line, before it. */
  readonly words: string;
  /** True if a person may have written it above the words of someone else. */
  readonly isWeak: boolean;
}

/** Clients break lines after some 76 characters, and names and addresses are long. The limit is in characters. */
const longestAttribution = 400;

/** `On …`, `Ann <`, `mailto:`, `ann@example.com>`, `wrote:`. */
const mostLines = 6;

/** A letter of the words that templates end with, or an end, without which no template fits. */
const ends = new Set(templates.flatMap(({ literals }) => (literals.at(-1) ?? '').slice(-1)));

const mayEnd = (line: string): boolean => {
  // All have a date, an address, a colon or dashes.
  if (!/[\p{Nd}@:：]|--\s*$/u.test(line)) return false;
  const last = plainLine(line).at(-1) ?? '';
  return /[:：>)\]"'\-*_\p{Nd}]/u.test(last) || ends.has(last);
};

/**
 * The attribution that starts at the head of a line that a reply may stand before, or at a line.
 *
 * @param isBelowOther true if a client has named the author of a quote above: it does so once, so the line may be the
 * person's
 */
export const attributionAt = (
  lines: readonly string[],
  at: number,
  isBelowOther: boolean,
): Attribution | null => {
  const count = isWhole(lines, at) ? 1 : attributionFrom(lines, at, isBelowOther);
  if (count === 0) return attributionWithin(lines, at, isBelowOther);
  return { count, words: '', isWeak: isWeak(lines, at, count) };
};

/** Above lines without marks, clients write an address and a date, or dashes. No one quotes someone else below mere thanks. */
const isWeak = (lines: readonly string[], at: number, count: number): boolean => {
  if (endsThanks(lines, at, at + count)) return false;
  const said = plainLine(lines.slice(at, at + count).join(' '));
  const isComplete = hasAddress(said) && /\p{Nd}/u.test(said.replace(/\S{1,200}@\S{1,200}/g, ' '));
  return !isComplete && !said.startsWith('--') && !isMarked(lines[nextLine(lines, at + count)] ?? '');
};

const dateOrAddress = /\p{Nd}{4}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2}|[^\s@]@[^\s@]/u;

/** A date has abbreviations, and no whole word before a full stop. */
const sentenceEnd = /\p{Ll}{5,}\.\s|[!?…。！？]/u;

/** A text that goes on behind the end of an attribution on its line. */
const textBehind = /(?<=^.{10,300}[:：])\s{2,}\S.*$/u;

/**
 * True if a line is a whole attribution, and the quoted text follows: HTML says so, or Yahoo wrote the quoted text on the
 * same line.
 */
const isWhole = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (!line.endsWith(attributionEnd)) {
    const head = line.slice(0, 2 * longestAttribution).replace(textBehind, '');
    return head !== line && head.includes('@') && attributionStrength(head) === 'history';
  }
  const text = plainLine(line);
  const hasShape = /[:：]$/.test(text) && dateOrAddress.test(text) && !sentenceEnd.test(text);
  return hasShape && text.length <= longestAttribution && isMarked(lines[nextLine(lines, at + 1)] ?? '');
};

/** An address as a link in Markdown, in which Proton's app writes the attribution once more. */
const linkedAddress = /\[([^\s[\]<>]{1,100}@[^\s[\]<>]{1,100})\]\(mailto:[^()]{0,300}\)/g;

/** The number of lines of the attribution that starts at a line; 0 if none does. */
const attributionFrom = (lines: readonly string[], at: number, isBelowOther: boolean): number => {
  for (const { parts, count } of runsFrom(lines, at)) {
    const joined = parts.join(' ').replace(linkedAddress, '$1');
    if (!mayEnd(joined) || !isBalanced(withoutMark(joined))) continue;
    const strength = attributionStrength(joined);
    if (strength === null || (isBelowOther && strength !== 'history')) continue;
    const isHeading =
      heads(strength, lines, at + count) ||
      (dateOrAddress.test(plainLine(joined)) && endsThanks(lines, at, at + count));
    if (isHeading) return startsLater(parts) ? 0 : count;
  }
  return 0;
};

interface Run {
  readonly parts: readonly string[];
  /** Number of lines, with blank ones. */
  readonly count: number;
}

/** The lines from one on that may be of one attribution: the first, the first two, and so on. */
function* runsFrom(lines: readonly string[], at: number): Generator<Run> {
  let parts: readonly string[] = [];
  for (let count = 1; count <= mostLines && at + count <= lines.length; count++) {
    const line = lines[at + count - 1] ?? '';
    const isGap = isBlank(line);
    if (!(isGap ? count > 1 && lines[at + count]?.trim() === '<' : goesOn(parts, line))) return;
    if (isGap) continue;
    parts = [...parts, line.trim()];
    if (parts.join(' ').length > longestAttribution) return;
    yield { parts, count };
  }
}

const goesOn = (parts: readonly string[], line: string): boolean =>
  parts.length === 0 || (isQuoted(line) ? isEndOfAddress(parts.join(' '), line) : !isRule(line));

/** The end of an address that a client broke before it marked the lines, with another within it or without: `>:`, `> wrote:`. */
const isEndOfAddress = (joined: string, line: string): boolean =>
  /<(?:\s?[^\s<>]*|\smailto:[^<>]{0,100}<[^\s<>]{1,200}>)$/.test(joined) &&
  /^\s*>\s?.{0,40}[:：]\s*$/u.test(line);

const withoutMark = (joined: string): string => joined.replace(/^[>\s]+/, '');

/** The line above an attribution is not part of it, except a date that a client broke off. */
const startsLater = (parts: readonly string[]): boolean => {
  const date = parts.findLastIndex(
    (_part, end) => end > 0 && isBrokenDate(parts.slice(0, end).join(' '), parts.slice(end)),
  );
  const isDate = (from: number) => isBrokenDate(parts.slice(from, date).join(' '), parts.slice(date));
  return parts.some((_part, from) => {
    if (from > 0 && from < date && isDate(from)) return true;
    const joined = parts.slice(from).join(' ');
    return (
      from > Math.max(0, date) &&
      isBalanced(joined) &&
      !/^\s*[<(]/.test(joined) &&
      attributionStrength(joined) !== null
    );
  });
};

/** A date is an answer, too. It is the client's if it has a zone, a word or a comma to go on, and the rest has no date. */
const isBrokenDate = (date: string, rest: readonly string[]): boolean =>
  isDateAlone(date) &&
  hasOpener(date) &&
  (rest.length > 1 || /[,،、]$|\s[+-]\p{Nd}{4}$/u.test(date)) &&
  !/\p{Nd}/u.test(rest.join(' ').replace(/<[^>]*>/g, ''));

/** True if the lines below are those that such an attribution heads. */
const heads = (strength: Strength, lines: readonly string[], from: number): boolean => {
  const next = nextLine(lines, from);
  if (strength === 'history' || next < 0) return strength === 'history';
  // Programs that name the author of a quote within it, or by their structure, do not name the author above it.
  if (isMarked(lines[next] ?? ''))
    return !lines.slice(from, next).some(isStructure) && !isHeaded(quoteStart(firstLevel(lines, next)));
  return strength === 'paragraph' && isLastParagraph(lines, next);
};

const isStructure = (line: string): boolean => line.trim() === quotedMail;

/** The longest header that starts a quote, in lines. */
const mostOfHeader = 40;

/** The lines of a quote up to the first that it quotes itself, without their marks. */
const firstLevel = (lines: readonly string[], from: number): readonly string[] => {
  const quote = lines.slice(from, from + mostOfHeader);
  const end = quote.findIndex((line) => !isQuoted(line) || /^\s{0,3}>\s?>/.test(line));
  const level = quote.slice(0, end < 0 ? quote.length : end);
  return level.filter((line) => !isBlank(withoutMarks(line))).length > 2 ? level : [];
};

const withoutMarks = (line: string): string => line.replace(/^\s{0,3}(?:>\s?)+/, '');

/** The lines in which a quote may name its author, without their marks. */
export const quoteStart = (quote: readonly string[]): readonly string[] =>
  quote.slice(0, mostOfHeader).map(withoutMarks);

/** True if the first lines of a quote name its author. */
export const isHeaded = (said: readonly string[]): boolean => {
  const [first = '', second = ''] = said.filter((line) => !isBlank(line));
  return hasHeader(said) || isAttribution(first) || isAttribution(`${first} ${second}`);
};

/** True if the first lines of a quote are a header. */
export const hasHeader = (said: readonly string[]): boolean =>
  headerLinesAt(said, Math.max(0, nextLine(said, 0))) > 0;

/** The most lines of thanks. */
const mostOfThanks = 8;

/** True if the words above a heading only thank, and one paragraph below it ends the text. */
const endsThanks = (lines: readonly string[], at: number, from: number): boolean => {
  const next = nextLine(lines, from);
  return (
    at <= mostOfThanks && next > from && isOnlyThanks(lines.slice(0, at)) && isLastParagraph(lines, next)
  );
};

/** The longest paragraph that is looked at, in lines. */
const longestParagraph = 40;

const isLastParagraph = (lines: readonly string[], from: number): boolean => {
  const paragraph = lines.slice(from, from + longestParagraph);
  const end = paragraph.findIndex(isBlank);
  return end < 0 ? lines.length - from <= longestParagraph : nextLine(lines, from + end) < 0;
};

/** The start of an attribution behind a reply on the same line: a word with a capital letter, a date, or a new sentence. */
const within =
  /(?<=[\s.,;!?)-])(?:(?:On|At|Am|Le|El|Il|In data|Em|Op|Den|På|W dniu|Dnia|Dne|Dňa|Pe|В|На|Στις)\s|\p{Nd}{1,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2,4},?\s)|(?<=[.!?…]\s|[。！？]\s?)(?=\S)/gu;

/** The most starts of an attribution that are tried, from the end of the line. */
const mostWithin = 3;

const attributionWithin = (
  lines: readonly string[],
  at: number,
  isBelowOther: boolean,
): Attribution | null => {
  const line = lines[at] ?? '';
  const end = line.slice(-longestAttribution);
  const starts = [...end.matchAll(within)].filter(
    ({ 0: opener, index }) =>
      opener !== '' || !isDateWord(end.slice(0, index).trimEnd().split(' ').at(-1) ?? ''),
  );
  for (const { index } of starts.toReversed().slice(0, mostWithin)) {
    const start = line.length - end.length + index;
    // A reply may end with a date, too, above an attribution that is whole without it.
    if (isDateAlone(line.slice(start))) continue;
    const words = line.slice(0, start);
    const following = [line.slice(start), ...lines.slice(at + 1, at + mostLines + 20)];
    const count = attributionFrom(following, 0, isBelowOther);
    const next = lines[nextLine(lines, at + count)] ?? '';
    if (count > 0 && (isMarked(next) || words.endsWith('---'))) {
      return { count, words: words.replace(/[\s-]{1,80}$/, ''), isWeak: false };
    }
  }
  return null;
};

/** True if a single line is an attribution by itself. */
const isAttribution = (line: string): boolean =>
  line.length <= longestAttribution && mayEnd(line) && attributionStrength(line) !== null;

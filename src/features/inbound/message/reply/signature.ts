import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import { advertisementStart } from './advertisement.ts';
import { isCard, isCardWithContact, isFooter, isOfAuthor, isOfSeveral, isProse, linesBelow } from './card.ts';
import { closingStart, endsWithGreeting, isClosing, isOnlyClosing } from './closing.ts';
import { disclaimerStart, isDisclaimer, isPersonal, scanStart } from './disclaimer.ts';
import { isAnnounced, isBlank, isRule, paragraphsOf, trimmedLines } from './lines.ts';
import { smallWords } from './names.ts';
import { cardBelow, type Signed, signedStart } from './signed.ts';

/** Some programs have every one of their products add a line. */
const mostParts = 40;

/** Below the rule of a signature there is not more. In lines that are not blank. */
const longestSignature = 15;

interface Below {
  /** True if the lines stand below a quote, where a company adds its disclaimer. */
  readonly isBelowQuote: boolean;
  /** The person. The address is empty if it is not known. */
  readonly author: Mailbox;
  /** The ends of earlier mails in the quote. */
  readonly signed?: Signed;
}

/**
 * The lines of a person without advertisements of programs, disclaimers, footers of lists, and a signature below its rule
 * or greeting. Lines that may be the person's own words stay, and so does a greeting alone.
 */
export const withoutSignature = (lines: readonly string[], below: Below): string[] => {
  let kept = trimmedLines(withoutMarks(lines));
  let hasClosing = false;
  let isAboveScan = false;
  for (let part = 0; part < mostParts; part++) {
    const end = signatureStart(kept, { ...below, isAboveOther: part > 0, isAboveScan, hasClosing });
    if (end < 0) break;
    hasClosing ||= kept.slice(end).some(isClosing);
    isAboveScan = scanStart(kept) === end;
    kept = trimmedLines(kept.slice(0, end));
  }
  return kept;
};

/** Gmail's mark for a mail that is tracked. */
const withoutMarks = (lines: readonly string[]): string[] => lines.filter((line) => line.trim() !== 'ᐧ');

interface Place extends Below {
  /** True if another part stood below. */
  readonly isAboveOther: boolean;
  /** True if the part directly below says that a program has scanned the mail. */
  readonly isAboveScan: boolean;
  /** True if one of those below has a greeting: the person's own stands above it. */
  readonly hasClosing: boolean;
}

/** The line that the last part which is not the person's starts with; -1 if there is none. */
const signatureStart = (
  lines: readonly string[],
  { isBelowQuote, author, isAboveOther, isAboveScan, hasClosing, signed }: Place,
): number => {
  const end = lines.slice(-longestLooked);
  const before = lines.length - end.length;
  const postscript = end.findLastIndex((line) => /^\s*p\.?\s?s\.?\s*[:：\s]/iu.test(line));
  const starts = [
    rulesAtEnd(end),
    end.findIndex((_line, at) => isSignature(end, at, author, signed)),
    // The last, for a person may draw lines, too.
    end.findLastIndex((_line, at) => isFooterRule(end, at, author)),
    hasClosing ? -1 : closingStart(end, author),
    advertisementStart(end, isAboveOther),
    scanStart(end),
    companyStart(end, isBelowQuote || isAboveScan, author),
    signed === undefined ? -1 : signedStart(end, signed, author),
  ];
  // The nearest to the end, so that no line of a program makes a signature of the person's words above it.
  const start = Math.max(...starts);
  return start > postscript && start >= 0 ? before + start : -1;
};

/** A rule may frame or underline the person's own words, too. */
const isFooterRule = (lines: readonly string[], at: number, author: Mailbox): boolean =>
  isRule(lines[at] ?? '') &&
  !isAnnounced(lines, at) &&
  (isFooter(lines, at) ||
    (linesBelow(lines, at).length > 1 &&
      isOfAuthor(linesBelow(lines, at), author) &&
      isCardAtEnd(lines, at)));

/** A card that says where someone can be reached, or one below a greeting, where no person writes on. */
const isCardAtEnd = (lines: readonly string[], at: number): boolean =>
  (isBlank(lines[at - 1] ?? '') && isCardWithContact(lines, at)) ||
  (endsWithGreeting(lines.slice(0, at)) && isCard(lines, at));

/** A disclaimer that a company adds: below a quote, above the line of its scanner, or below a greeting, where no person writes on. */
const companyStart = (lines: readonly string[], isOfCompany: boolean, author: Mailbox): number => {
  const start = disclaimerStart(lines);
  const isBelowGreeting = start > 0 && closingStart(trimmedLines(lines.slice(0, start)), author) >= 0;
  return isOfCompany || isBelowGreeting ? start : -1;
};

/** The longest signature, in lines. */
const longestLooked = 60;

/** Rules at the end part nothing, unless one is the second of a pair. */
const rulesAtEnd = (lines: readonly string[]): number => {
  const start = lines.findLastIndex((line) => !isRule(line) && !isBlank(line)) + 1;
  const isPair = lines.slice(start).some((rule) => !isBlank(rule) && lines.indexOf(rule) < start);
  return start === lines.length || isPair ? -1 : start;
};

/**
 * Below `-- ` a signature stands, if it is not too long, and no text. Below `--` it may be a text or a list, too, so it must
 * look like one.
 */
const isSignature = (
  lines: readonly string[],
  at: number,
  author: Mailbox,
  signed: Signed | undefined,
): boolean => {
  const rule = lines[at] ?? '';
  if (!/^-- ?$/.test(rule)) return false;
  const rest = linesBelow(lines, at);
  const others = isBlank(lines[at + 1] ?? '') && rule === '--' ? lines.toSpliced(at, 1) : lines.slice(at + 1);
  const isPair = others.some((line) => /^-- ?$/.test(line));
  if (rest.length > longestSignature || isPair) return false;
  if (signed?.cards.has(cardBelow(lines, at))) return true;
  if (rule === '-- ') return !isOwnText(lines.slice(at + 1));
  return (
    (!rest.some(isOfText) &&
      (isOfAuthor(rest, author) || !isOfSeveral(rest.filter((line) => !isClosing(line))))) ||
    isDisclaimer((paragraphsOf(trimmedLines(lines.slice(at + 1)))[0] ?? []).join(' '))
  );
};

/** The longest motto, in words. */
const longestMotto = 20;

/** True if a person wrote lines that stand below `-- `: a question, a list, several paragraphs, or a long one. */
const isOwnText = (lines: readonly string[]): boolean => {
  const paragraphs = paragraphsOf(lines).filter((paragraph) => !isDisclaimer(paragraph.join(' ')));
  const sentences = paragraphs
    .map((paragraph) => paragraph.filter(isProse))
    .filter(({ length }) => length > 0);
  const words = sentences.flat().join(' ').split(/\s+/).length;
  return (
    sentences.length > 1 ||
    /[:：;]\s*$/u.test(trimmedLines(lines)[0] ?? '') ||
    words > longestMotto ||
    sentences.flat().some((line) => /[?？]\s*$/u.test(line) || isPersonal(line)) ||
    paragraphs.flat().filter(isItem).length > 1
  );
};

/** A sentence, an item of a list, or a line that goes on. */
const isOfText = (line: string, index: number): boolean =>
  isProse(line) || isItem(line) || (index === 0 && isStartOfText(line));

const isItem = (line: string): boolean => /^\s*(?:[-*•]|\d{1,2}[.)])\s/.test(line);

const isStartOfText = (line: string): boolean =>
  (/[:：,;]\s*$/u.test(line) && !isOnlyClosing([line])) || smallWords(line) >= 3;

import { isBlank, isRule, plainLine } from './lines.ts';
import { disclaimers } from './words/signatures.ts';

const patterns = disclaimers.map(([message, secret]) => ({
  message: new RegExp(message, 'iu'),
  secret: new RegExp(secret, 'giu'),
}));

/** The first words of a disclaimer say what it is about. In characters. */
const subjectWithin = 120;

const longestDisclaimer = 6_000;

/**
 * Whether a paragraph says that the mail is confidential. Below a quote, where clients of companies add it, once is enough; a
 * person may write that, too, so elsewhere it must say so in two ways.
 */
export const isDisclaimer = (paragraph: string, isBelowQuote: boolean): boolean => {
  const text = plainLine(paragraph);
  if (text.length < 30 || text.length > longestDisclaimer || /[?？]/u.test(text)) return false;
  return patterns.some(({ message, secret }) => {
    if (!message.test(text.slice(0, subjectWithin))) return false;
    const ways = new Set([...text.matchAll(secret)].map(([way]) => way.toLowerCase().slice(0, 8))).size;
    const isAtStart = text.slice(0, subjectWithin * 2).match(secret) !== null;
    return isAtStart && ways >= (isBelowQuote ? 1 : 2);
  });
};

/** In lines. */
const longestLooked = 30;

/** The line that the last paragraph starts with, or those above it as long as all are of a disclaimer; -1 without one. */
export const disclaimerStart = (lines: readonly string[], isBelowQuote: boolean): number => {
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - longestLooked); at--) {
    const isStart = at === 0 || isBlank(lines[at - 1] ?? '') || isRule(lines[at - 1] ?? '');
    if (!isStart || isBlank(lines[at] ?? '')) continue;
    if (isDisclaimer(lines.slice(at).join(' '), isBelowQuote)) return at;
  }
  return -1;
};

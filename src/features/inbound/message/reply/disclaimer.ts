import { escaped, isBlank, isRule, plainLine } from './lines.ts';
import { disclaimers, disclaimerTitles, personalWords, scans } from './words/signatures.ts';

const patterns = disclaimers.map(([message, secret]) => ({
  message: new RegExp(message, 'iu'),
  secret: new RegExp(secret, 'iu'),
}));

const personal = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${personalWords.join('|')})(?![\\p{sc=Latin}\\p{sc=Cyrillic}])`,
  'u',
);

/** True if a person speaks. */
export const isPersonal = (text: string): boolean => personal.test(text);

/** `No, the attachments are …` answers a question. */
const answer = /^\p{L}{1,12}[,.，。،]/u;

/** The first characters of a disclaimer say what it is about. */
const subjectWithin = 120;

const shortestDisclaimer = 30;
const longestDisclaimer = 6_000;

/** True if a paragraph says that the mail is confidential. A person may write that, too, so it counts only below a quote. */
export const isDisclaimer = (paragraph: string): boolean => {
  const text = plainLine(paragraph);
  if (text.length < shortestDisclaimer || text.length > longestDisclaimer || /[?？]/u.test(text))
    return false;
  if (personal.test(text) || answer.test(text)) return false;
  return patterns.some(
    ({ message, secret }) =>
      message.test(text.slice(0, subjectWithin)) && secret.test(text.slice(0, 2 * subjectWithin)),
  );
};

/** The longest disclaimer that is looked at, in lines. */
const longestLooked = 30;

const scan = new RegExp(`^(?:${scans.map(escaped).join('|')})(?!.*[?？]$)`, 'iu');

/** The line that the last paragraph starts with if a program that scans mail added it; -1 if none did. */
export const scanStart = (lines: readonly string[]): number => {
  const start = lines.findLastIndex(isBlank) + 1;
  return start > 0 && scan.test(plainLine(lines.slice(start).join(' '))) ? start : -1;
};

const titles = new Set(disclaimerTitles.flatMap((row) => row.split('|')));

/** The line of the title above a disclaimer, or its own first line. */
const withTitle = (lines: readonly string[], at: number): number => {
  const above = lines.slice(0, at).findLastIndex((line) => !isBlank(line));
  const title = plainLine(lines[above] ?? '')
    .replace(/[*_:\s]+/g, ' ')
    .trim();
  return above >= 0 && isBlank(lines[above - 1] ?? '') && titles.has(title.toLowerCase()) ? above : at;
};

/** The line that the last paragraph starts with, or those above it as long as all are of a disclaimer; -1 without one. */
export const disclaimerStart = (lines: readonly string[]): number => {
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - longestLooked); at--) {
    const isStart = at === 0 || isBlank(lines[at - 1] ?? '') || isRule(lines[at - 1] ?? '');
    if (!isStart || isBlank(lines[at] ?? '')) continue;
    if (isDisclaimer(lines.slice(at).join(' '))) return withTitle(lines, at);
  }
  return -1;
};

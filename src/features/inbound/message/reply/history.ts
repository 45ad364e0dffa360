import {
  headerLabel,
  isAttribution,
  isForwardSeparator,
  isHistorySeparator,
  opensAttribution,
} from './vocabulary.ts';

/** Which line starts what is not the sender's own text, and whether the sender forwards it. */
interface HistoryStart {
  readonly at: number;
  readonly isForward: boolean;
}

/** A client breaks an attribution into three lines at most. */
export const mostAttributionLines = 3;

/** `From`, `Sent`, `To`, `Cc`, `Subject`, each of which may be folded. */
const headerLines = 7;

const leastLabels = 3;

export const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);

export const isBlank = (line: string): boolean => line.trim() === '';

/**
 * Finds the first line of history that is not marked with `>`, or of a forwarded message. History goes on to the end
 * of the text. Null if there is neither.
 */
export const findHistory = (lines: readonly string[]): HistoryStart | null => {
  for (const [at, line] of lines.entries()) {
    if (isQuoted(line) || isBlank(line)) continue;
    if (isForwardSeparator(line)) return { at, isForward: true };
    if (isHistorySeparator(line) || startsHeader(lines, at) || startsUnquoted(lines, at)) {
      return { at, isForward: false };
    }
  }
  return null;
};

/** The header of the quoted mail as text, as Outlook, Samsung, GMX and Notes write it. */
const startsHeader = (lines: readonly string[], at: number): boolean => {
  const start = isRule(lines[at] ?? '') ? nextLine(lines, at) : at;
  if (start < 0 || headerLabel(lines[start] ?? '') === null) return false;
  const labels = lines.slice(start, start + headerLines).map((line) => headerLabel(line));
  const found = labels.filter((label) => label !== null);
  return (
    new Set(found.map(({ name }) => name)).size >= leastLabels &&
    found.some(({ kind }) => kind === 'from') &&
    // A form that someone fills in has `From`, `To` and `Date`, too.
    found.some(({ kind }) => kind === 'subject')
  );
};

const isRule = (line: string): boolean => /^\s*[-_=*—]{5,80}\s*$/.test(line);

const nextLine = (lines: readonly string[], at: number): number => {
  const next = lines.slice(at + 1, at + headerLines).findIndex((line) => !isBlank(line));
  return next < 0 ? next : at + 1 + next;
};

/** An attribution whose quote has no `>`. */
const startsUnquoted = (lines: readonly string[], at: number): boolean => {
  for (let count = 1; count <= mostAttributionLines; count++) {
    const paragraph = lines.slice(at, at + count);
    if (paragraph.some(isBlank)) return false;
    if (!isAttributionOfText(paragraph.join(' '))) continue;
    // The line above an attribution is none of it.
    if (isAttribution(paragraph.slice(1).join(' '))) return false;
    const next = nextLine(lines, at + count - 1);
    return next > 0 && !isQuoted(lines[next] ?? '');
  }
  return false;
};

/** Without a quote below, `You wrote on Monday at 10:00:` may be the sender's own words. */
const isAttributionOfText = (line: string): boolean =>
  isAttribution(line) && (line.includes('@') || opensAttribution(line));

import { attributionAt, isAttribution, isMarked } from './attribution.ts';
import { headerLinesAt } from './header.ts';
import { isBlank, isQuoted, nextLine } from './lines.ts';
import { isForwardSeparator, isOriginalSeparator } from './separator.ts';

/** A run of lines that are all quoted or all the sender's own. */
export interface Block {
  readonly isQuote: boolean;
  /** For a quote: a client wrote whose it is, so the client put it there. */
  readonly isAttributed: boolean;
  /** For a quote: a mail that the sender forwards, as Apple's client marks it. */
  readonly isForward: boolean;
  readonly lines: readonly string[];
}

export interface Parts {
  readonly blocks: readonly Block[];
  /** The line that a forwarded mail starts with, which goes on to the end; -1 without one. */
  readonly forward: number;
  /** History without marks follows the blocks. */
  readonly hasHistory: boolean;
}

/** Where HTML of a client said that the quoted mail starts. No text has it. */
export const historyMark = '\uFDD0';

interface Options {
  /** Whether a header in the text is that of a forwarded mail. */
  readonly isForward: boolean;
}

interface Opening {
  /** Number of lines. */
  readonly count: number;
  readonly words: string;
  readonly isAttribution: boolean;
}

/** The lines by which a client says that a quote follows, if they start here. */
const openingAt = (lines: readonly string[], at: number): Opening | null => {
  const line = lines[at] ?? '';
  if (line.startsWith(historyMark)) return { count: 1, words: '', isAttribution: false };
  if (isOriginalSeparator(line)) {
    const next = nextLine(lines, at + 1);
    const header = next < 0 ? 0 : headerLinesAt(lines, next);
    return { count: header > 0 ? next - at + header : 1, words: '', isAttribution: false };
  }
  const header = headerLinesAt(lines, at);
  if (header > 0) return { count: header, words: '', isAttribution: false };
  const attribution = attributionAt(lines, at);
  return attribution && { ...attribution, isAttribution: true };
};

/** Takes a text apart into the sender's own words and quotes, without the lines that say whose a quote is. */
export const partsOf = (lines: readonly string[], { isForward }: Options): Parts => {
  const blocks: { isQuote: boolean; isAttributed: boolean; isForward: boolean; lines: string[] }[] = [];
  let isAttributed = false;
  const add = (isQuote: boolean, line: string): void => {
    const last = blocks.at(-1);
    if (last && last.isQuote === isQuote && !(isQuote && isAttributed)) last.lines.push(line);
    else blocks.push({ isQuote, isAttributed: isQuote && isAttributed, isForward: false, lines: [line] });
    if (isQuote) isAttributed = false;
  };
  const hasWords = (): boolean => blocks.some(({ isQuote, lines: own }) => isQuote || !own.every(isBlank));
  const finish = (forward: number, hasHistory: boolean): Parts => ({
    blocks: blocks.filter(({ lines: own }) => !own.every(isBlank)).map(described),
    forward,
    hasHistory,
  });

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const last = blocks.at(-1);
    if (isBlank(line)) {
      last?.lines.push(line);
      continue;
    }
    if (isQuoteLine(lines, at, isAttributed || (last?.isQuote === true && last.isAttributed))) {
      add(true, line);
      continue;
    }
    if (last?.isQuote === true && isBrokenLink(lines, at)) {
      last.lines.push(line);
      continue;
    }
    if (isForwardSeparator(line)) return finish(at, false);
    const opening = openingAt(lines, at);
    if (opening === null) {
      add(false, line);
      continue;
    }
    if (opening.words !== '') add(false, opening.words);
    const next = nextLine(lines, at + opening.count);
    const isMarkedNext = next >= 0 && isMarked(lines[next] ?? '');
    if (isMarkedNext) {
      isAttributed = true;
      at += opening.count - 1;
      continue;
    }
    if (isForward && !opening.isAttribution) return finish(at, false);
    if (hasWords()) return finish(-1, true);
    // All of the text is below: without the lines above a quote if a client wrote them.
    if (opening.isAttribution) at += opening.count - 1;
    else for (const kept of lines.slice(at, at + opening.count)) add(false, kept);
    if (!opening.isAttribution) at += opening.count - 1;
  }
  return finish(-1, false);
};

/** A quote of Apple's has its attribution within, and so may have a forwarded mail. */
const described = (block: Block): Block => {
  if (!block.isQuote) return block;
  const inner = block.lines.map(withoutMark).filter((line) => !isBlank(line));
  const isForward = isForwardSeparator(inner[0] ?? '');
  const isAttributed =
    block.isAttributed || isAttribution(inner[0] ?? '') || isAttribution(inner.slice(0, 2).join(' '));
  return { ...block, isForward, isAttributed: isAttributed && !isForward };
};

const withoutMark = (line: string): string => line.replace(/^\s{0,3}(?:>\s?)+/, '');

/** Other marks than `>` may be of a table or a text, so they need an attribution above, or come in runs. */
const isQuoteLine = (lines: readonly string[], at: number, isBelowAttribution: boolean): boolean => {
  const line = lines[at] ?? '';
  if (isQuoted(line)) return true;
  if (!isMarked(line)) return false;
  const initials = /^\s{0,2}([A-Z]{1,4}>)/.exec(line)?.[1];
  if (initials === undefined) return isBelowAttribution;
  const isRun = [lines[at - 1], lines[at + 1]].some((other) => other?.trimStart().startsWith(initials));
  return isBelowAttribution || isRun;
};

/** The rest of a link that a client broke without a mark: one word, or a link alone, within a quote. */
const isBrokenLink = (lines: readonly string[], at: number): boolean => {
  const line = (lines[at] ?? '').trim();
  const before = lines.slice(Math.max(0, at - 2), at).findLast((other) => !isBlank(other)) ?? '';
  if (/^[(<[]?https?:\/\/\S{1,400}[)>\]]?\s?>?$/i.test(line)) return isQuotedAround(lines, at);
  return !line.includes(' ') && /[(<[]?https?:\/\/[^\s)>\]]{1,400}$/i.test(before.slice(-420)) && /[=&?/%\d_)>\]-]/.test(line);
};

const isQuotedAround = (lines: readonly string[], at: number): boolean => {
  const next = nextLine(lines, at + 1);
  return isQuoted(lines[at - 1] ?? '') && next >= 0 && isQuoted(lines[next] ?? '');
};

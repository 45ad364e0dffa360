import { findHistory, isQuoted } from './reply/history.ts';
import { blocksOf, replyBlocks } from './reply/quotes.ts';

/** History starts early, and what is longer is a log that someone pasted. In characters. */
const longestLooked = 200_000;

/** What is known about a message besides its text. */
interface ReplyOptions {
  /** Whether the sender forwards another message, which then is no history. */
  readonly isForward?: boolean;
}

/**
 * The text that a sender wrote: without quoted history and signature. Quotes between answers stay. If nothing would
 * be left, it is all of the text. Only the first 200,000 characters are looked at; what follows is kept unless it
 * is in a quote.
 */
export const replyText = (text: string, { isForward = false }: ReplyOptions = {}): string => {
  const whole = withoutMarks(text).trim();
  const end = endOfLine(whole);
  const lines = whole.slice(0, end).split('\n');
  const found = findHistory(lines);
  const words = wordsOf(found ? lines.slice(0, found.at) : lines);
  const isKept = found ? found.isForward || isForward : !isQuoted(lines.at(-1) ?? '');
  const rest = isKept ? whole.slice(found ? lines.slice(0, found.at).join('\n').length : end) : '';
  return [words, rest.trim()].filter((part) => part !== '').join('\n\n') || whole;
};

/** The first line break after the limit. */
const endOfLine = (text: string): number => {
  const at = text.indexOf('\n', longestLooked);
  return at < 0 ? text.length : at;
};

/** Names of inline pictures in Outlook's plain text, and the characters that stand for them in Apple's. */
const withoutMarks = (text: string): string =>
  text
    .replace(/\[cid:[^\]\s]{1,200}\]/g, '')
    .replace(/\uFFFC/g, '')
    .replace(/[\uFDD0\uFDD1]/g, '\uFFFD');

const wordsOf = (lines: readonly string[]): string =>
  replyBlocks(blocksOf(lines))
    .map(({ lines: kept }) => kept.join('\n').trim())
    .join('\n\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();

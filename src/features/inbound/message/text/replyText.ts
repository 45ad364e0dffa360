import { partsOf } from '../reply/blocks.ts';
import { type Conversation, relations } from '../reply/conversation.ts';
import { isQuoted } from '../reply/lines.ts';
import { isEmpty, replyBlocks, textOf } from '../reply/reply.ts';
import { unmarked } from './marks.ts';
import { withoutPgpFrame } from './pgpFrame.ts';

/** The longest text that is looked at, in characters. History starts early, and a longer text is a log that someone pasted. */
const longestLooked = 200_000;

/** The facts about a message besides its text. */
interface ReplyOptions {
  /** True if the sender forwards another message, which then is no history. */
  readonly isForward: boolean;
  readonly conversation: Conversation;
}

/**
 * The text that a sender wrote: without quoted history and signature. Quotes between answers stay, and so does a forwarded
 * mail. The text may have the marks of `marks.ts`. If nothing would be left, it is the quote, else all of the text. Only
 * the first 200,000 characters are looked at; the text after them is kept unless it is in a quote.
 */
export const replyText = (text: string, { isForward, conversation }: ReplyOptions): string => {
  const shown = text.replace(/\[cid:[^\]\s]{1,200}\]/g, '').replace(/\uFFFC/g, '');
  const whole = withoutPgpFrame(shown.trim());
  const end = endOfLine(whole);
  const lines = whole.slice(0, end).split('\n');
  const parts = partsOf(lines, { isForward, relationOf: relations(conversation) });
  const blocks = replyBlocks(parts, conversation.author);
  const words = textOf(isEmpty(blocks) && parts.forward < 0 ? parts.blocks : blocks);
  const isLog = parts.forward < 0 && !parts.hasHistory && !isQuoted(lines.at(-1) ?? '');
  const rest =
    parts.forward >= 0 ? whole.slice(lengthOf(lines, parts.forward)) : isLog ? whole.slice(end) : '';
  const kept = [words, rest].map((part) => unmarked(part).trim());
  return kept.filter((part) => part !== '').join('\n\n') || unmarked(whole).trim();
};

const lengthOf = (lines: readonly string[], count: number): number =>
  lines.slice(0, count).reduce((length, line) => length + line.length + 1, 0);

/** The first line break after the limit. */
const endOfLine = (text: string): number => {
  const at = text.indexOf('\n', longestLooked);
  return at < 0 ? text.length : at;
};

import { isBlank, isQuoted, mostAttributionLines } from './history.ts';
import { withoutSignature } from './signature.ts';
import { isAttributionOfQuote, opensAttribution } from './vocabulary.ts';

/** A run of lines that are all quoted or all the sender's own. */
interface Block {
  readonly isQuote: boolean;
  readonly lines: readonly string[];
}

/** Takes a text apart into the sender's own words and quotes, without the lines that say whose a quote is. */
export const blocksOf = (lines: readonly string[]): Block[] => {
  const blocks: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const isQuote = isQuoted(line);
    if (last && (last.isQuote === isQuote || (last.isQuote && isBlank(line)))) last.lines.push(line);
    else blocks.push({ isQuote, lines: [line] });
  }
  return blocks
    .map((block, index) =>
      blocks[index + 1]?.isQuote === true ? { ...block, lines: withoutAttribution(block.lines) } : block,
    )
    .filter((block) => !block.lines.every(isBlank));
};

/** The shortest end that is an attribution; its first words may stand on one more line. */
const withoutAttribution = (lines: readonly string[]): readonly string[] => {
  let end = lines.length;
  while (end > 0 && isBlank(lines[end - 1] ?? '')) end--;
  for (let start = end - 1; start >= Math.max(0, end - mostAttributionLines); start--) {
    if (isBlank(lines[start] ?? '')) break;
    if (!isAttributionOfQuote(lines.slice(start, end).join(' '))) continue;
    return lines.slice(0, startsEarlier(lines, start) ? start - 1 : start);
  }
  return lines;
};

const startsEarlier = (lines: readonly string[], start: number): boolean => {
  const before = lines[start - 1];
  return before !== undefined && opensAttribution(before) && !opensAttribution(lines[start] ?? '');
};

/** A signature of the sender's, of the client's, and of a mailing list. */
const mostSignatures = 3;

/**
 * The blocks that make the reply. Quotes after the last words are history, and so is a quote above a single answer.
 * Quotes between words stay: without them the answers say nothing. The last words lose their signature, and count as
 * none if they are only that: some clients put it below the quote.
 */
export const replyBlocks = (blocks: readonly Block[], tries = mostSignatures): readonly Block[] => {
  const last = blocks.findLastIndex(({ isQuote }) => !isQuote);
  if (last < 0) return [];
  const words = withoutSignature((blocks[last]?.lines ?? []).join('\n')).trim();
  if (words === '' && tries > 0) return replyBlocks(blocks.slice(0, last), tries - 1);
  const kept = [...blocks.slice(0, last), { isQuote: false, lines: words.split('\n') }];
  return kept.filter(({ isQuote }) => !isQuote).length === 1 ? kept.slice(-1) : kept;
};

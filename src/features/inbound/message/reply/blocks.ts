import { hasHeader, isHeaded, quoteStart } from './attribution.ts';
import { isBlank, isMarked, isQuoted, nextLine } from './lines.ts';
import { Headings, headsForward, isStructure, type Opening, type Options, openingAt } from './opening.ts';
import { isBrokenLink, isPointer, isQuoteLine, otherMark, pointsBelow } from './quotes.ts';
import { isForwardSeparator } from './separator.ts';

/** A run of lines that are all quoted or all the sender's own. */
export interface Block {
  readonly isQuote: boolean;
  /** True for a quote whose author a client named, so the client put it there. */
  readonly isAttributed: boolean;
  /** True for a quote of a mail that the sender forwards, as Apple's client marks it. */
  readonly isForward: boolean;
  readonly lines: readonly string[];
}

export interface Parts {
  readonly blocks: readonly Block[];
  /** The line that a forwarded mail starts with, which goes on to the end; -1 without one. */
  readonly forward: number;
  /** History without marks follows the blocks. */
  readonly hasHistory: boolean;
  /** The person says that answers stand below, and a quote follows that may have them on its lines. */
  readonly isAnswered: boolean;
}

/** Takes a text apart into the sender's own words and quotes, without the lines that name the author of a quote. */
export const partsOf = (lines: readonly string[], options: Options): Parts => {
  const blocks = new Blocks(options);
  const headings = new Headings(lines, options);
  for (let at = 0; at < lines.length; at++) {
    if (!isStructure(lines, at) && addsQuoted(blocks, lines, at)) continue;
    if (isForwardSeparator(lines[at] ?? '')) return blocks.end(at, false);
    const opening = openingAt(lines, at, blocks.hasAttributed);
    const end = headings.isOfPerson(opening, at)
      ? blocks.addOwn(lines.slice(at, at + opening.count))
      : open(blocks, opening, lines, at, options);
    if (end !== 'goes on') return blocks.end(end === 'forward' ? at : -1, end === 'history');
    at += opening.count - 1;
  }
  return blocks.end(-1, false);
};

/** Decides whether a quote, or a forwarded mail, begins below the lines that head it. */
const open = (
  blocks: Blocks,
  opening: Opening,
  lines: readonly string[],
  at: number,
  { isForward }: Options,
): 'goes on' | 'forward' | 'history' => {
  const { kind, count, words } = opening;
  if (words !== '') blocks.add(false, words);
  if (kind === 'none') return 'goes on';
  const below = lines[nextLine(lines, at + count)] ?? '';
  const isForwarded = isForward && headsForward(opening, lines[at] ?? '');
  if (isForwarded && kind === 'attribution') return 'forward';
  if (kind === 'header' ? isQuoted(below) : isMarked(below)) {
    blocks.attribute();
    return 'goes on';
  }
  if (isForwarded) return 'forward';
  const isAnnounced = isPointer(blocks.words);
  if (blocks.hasText && !isAnnounced) return 'history';
  // The text has nothing else, or has answers in it, so all of it is shown, with the header that explains it.
  if (kind === 'header' || isAnnounced) blocks.addHeader(lines.slice(at, at + count));
  return 'goes on';
};

/** Adds a line if it is blank or of a quote. */
const addsQuoted = (blocks: Blocks, lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (isBlank(line)) blocks.addBlank(line);
  else if (isQuoteLine(lines, at, blocks.isBelowAttribution, blocks.lastQuoted, blocks.marks))
    blocks.add(true, line);
  else if (blocks.isInQuote && isBrokenLink(lines, at)) blocks.add(true, line);
  else return false;
  return true;
};

class Blocks {
  readonly #options: Options;
  readonly #blocks: { isQuote: boolean; isAttributed: boolean; lines: string[] }[] = [];
  /** The marks of quotes that a client heads, other than `>`: a person answers between their lines, too. */
  readonly marks = new Set<string>();
  #isAttributed = false;
  #hasAttributed = false;
  #showsHistory = false;
  #isAnswered = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** True if a quote that a client wrote may stand here. */
  get isBelowAttribution(): boolean {
    const last = this.#blocks.at(-1);
    return this.#isAttributed || (last?.isQuote === true && last.isAttributed);
  }

  /** The last line of a quote above that is not blank; undefined where a new quote begins. */
  get lastQuoted(): string | undefined {
    return this.#isAttributed ? undefined : this.#blocks.at(-1)?.lines.findLast((line) => !isBlank(line));
  }

  get isInQuote(): boolean {
    return this.#blocks.at(-1)?.isQuote === true;
  }

  get hasText(): boolean {
    return this.#blocks.length > 0;
  }

  /** The person's own lines that stand last; none below a quote. */
  get words(): readonly string[] {
    const last = this.#blocks.at(-1);
    return last === undefined || last.isQuote ? [] : last.lines;
  }

  /** True if a client has named the author of a quote. */
  get hasAttributed(): boolean {
    return this.#hasAttributed;
  }

  /** The next quote is one that a client heads. */
  attribute(): void {
    this.#isAnswered ||= !this.#showsHistory && pointsBelow(this.words);
    this.#isAttributed = true;
  }

  /** A blank line belongs to what stands above. */
  addBlank(line: string): void {
    this.#blocks.at(-1)?.lines.push(line);
  }

  /** Adds lines of the person, some of which may be blank. */
  addOwn(lines: readonly string[]): 'goes on' {
    for (const line of lines) {
      if (isBlank(line)) this.addBlank(line);
      else this.add(false, line);
    }
    return 'goes on';
  }

  add(isQuote: boolean, line: string): void {
    const last = this.#blocks.at(-1);
    const isNew = isQuote && this.#isAttributed;
    this.#hasAttributed ||= isNew;
    const mark = isNew ? otherMark(line) : undefined;
    if (mark !== undefined) this.marks.add(mark);
    if (last?.isQuote === isQuote && !isNew) last.lines.push(line);
    else this.#blocks.push({ isQuote, isAttributed: isNew, lines: [line] });
    if (isQuote) this.#isAttributed = false;
  }

  /** Adds the lines of a header, below which history without marks is shown. */
  addHeader(lines: readonly string[]): void {
    this.#showsHistory = true;
    for (const line of lines) this.add(false, line);
  }

  end(forward: number, hasHistory: boolean): Parts {
    const blocks = this.#blocks.map((block) => described(block, this.#options));
    return { blocks, forward, hasHistory, isAnswered: this.#isAnswered };
  }
}

/** A quote of Apple's has its attribution within, one of Hotmail's its header, and so may have a forwarded mail. */
const described = (block: Omit<Block, 'isForward'>, options: Options): Block => {
  if (!block.isQuote) return { ...block, isForward: false };
  const said = quoteStart(block.lines);
  const isForward =
    isForwardSeparator(said.find((line) => !isBlank(line)) ?? '') || (options.isForward && hasHeader(said));
  return { ...block, isForward, isAttributed: !isForward && (block.isAttributed || isHeaded(said)) };
};

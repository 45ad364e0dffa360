import { quotedMail } from '../text/marks.ts';
import { attributionAt } from './attribution.ts';
import type { Relation, RelationOf } from './conversation.ts';
import { headerAt, isReceiverOrSubject } from './header.ts';
import { isBlank, isQuoted, isRule, nextLine } from './lines.ts';
import { isBareSeparator, isForwardSeparator, isOriginalSeparator } from './separator.ts';

/** The facts about a message besides its lines. */
export interface Options {
  /** True if a header in the text is that of a forwarded mail. */
  readonly isForward: boolean;
  readonly relationOf: RelationOf;
}

/** A line of the person, or the lines by which a client announces a quote. */
export interface Opening {
  readonly kind: 'none' | 'header' | 'attribution' | 'structure';
  /** Number of lines. */
  readonly count: number;
  /** The person's own words on its first line, before it. */
  readonly words: string;
  /** The fields of a header. */
  readonly from: string;
  readonly subject: string;
  /** True if a person may have written it, too. */
  readonly isWeak: boolean;
}

export const isStructure = (lines: readonly string[], at: number): boolean =>
  lines[at]?.trim() === quotedMail;

const plain = { count: 1, words: '', from: '', subject: '', isWeak: false };

export const openingAt = (lines: readonly string[], at: number, isBelowOther: boolean): Opening => {
  const line = lines[at] ?? '';
  if (isStructure(lines, at)) return { ...plain, kind: isForwardedBelow(lines, at) ? 'none' : 'structure' };
  const start = isOriginalSeparator(line) || isBareSeparator(line) ? nextLine(lines, at + 1) : at;
  const header = start < 0 ? null : headerAt(lines, start);
  if (header) {
    // No form and no letter stands below the words of a client between dashes.
    const isWeak = header.isWeak && !isOriginalSeparator(line);
    return { ...plain, ...header, kind: 'header', count: start - at + header.count, isWeak };
  }
  if (isOriginalSeparator(line)) return belowSeparator(lines, at, start, isBelowOther);
  const attribution = belowFields(lines, at, isBelowOther) ?? attributionAt(lines, at, isBelowOther);
  return attribution
    ? { ...plain, ...attribution, kind: 'attribution' }
    : { ...plain, kind: 'none', words: line };
};

/** Receivers, copies and a subject. */
const mostFields = 3;

/** The attribution below a rule, the receivers and the subject, as Yandex's program writes them; null if there is none. */
const belowFields = (
  lines: readonly string[],
  at: number,
  isBelowOther: boolean,
): ReturnType<typeof attributionAt> => {
  if (!isRule(lines[at] ?? '')) return null;
  const fields = lines.slice(at + 1, at + 2 + mostFields).findIndex((line) => !isReceiverOrSubject(line));
  if (fields < 1) return null;
  const below = attributionAt(lines, at + 1 + fields, isBelowOther);
  return below === null || below.words !== '' ? null : { ...below, count: 1 + fields + below.count };
};

/** A separator that has an attribution below, as Proton's app writes both, or nothing that names the author of the quote. */
const belowSeparator = (
  lines: readonly string[],
  at: number,
  start: number,
  isBelowOther: boolean,
): Opening => {
  const below = start < 0 ? null : attributionAt(lines, start, isBelowOther);
  return below === null || below.words !== ''
    ? { ...plain, kind: 'header' }
    : { ...plain, kind: 'attribution', count: start - at + below.count };
};

/** True if a forwarded mail may begin at the opening: an attribution without a separator heads a quote. */
export const headsForward = ({ kind }: Opening, line: string): boolean =>
  kind !== 'attribution' || isOriginalSeparator(line);

/** A forwarded mail says so itself. */
const isForwardedBelow = (lines: readonly string[], at: number): boolean => {
  const next = nextLine(lines, at + 1);
  return next < 0 || isForwardSeparator(lines[next] ?? '');
};

/** The lines that head quoted mails, by what they say of the conversation. */
export class Headings {
  readonly #lines: readonly string[];
  readonly #options: Options;
  #last: number | undefined;

  constructor(lines: readonly string[], options: Options) {
    this.#lines = lines;
    this.#options = options;
  }

  /**
   * True if a person wrote or pasted the lines. They are of another conversation: the client's own heading follows, they
   * name the person's firm under another subject, or a form or a letter has the same.
   */
  isOfPerson(opening: Opening, at: number): boolean {
    const { kind, isWeak } = opening;
    if (kind !== 'header' && kind !== 'attribution') return false;
    if (this.#options.isForward && headsForward(opening, this.#lines[at] ?? '')) return false;
    const relation = this.#relation(opening, at);
    if (relation === 'own') return false;
    return relation === 'other' || isWeak || at < this.#lastOwn();
  }

  #relation({ count, words, from, subject }: Opening, at: number): Relation {
    const said = this.#lines
      .slice(at, at + count)
      .join(' ')
      .slice(words.length);
    return this.#options.relationOf({ said, from, subject });
  }

  /** The last line that a heading of the conversation starts at; -1 without one. */
  #lastOwn(): number {
    this.#last ??= this.#lines.findLastIndex((line, at) => {
      if (isBlank(line) || isQuoted(line)) return false;
      const opening = openingAt(this.#lines, at, false);
      return opening.kind !== 'none' && this.#relation(opening, at) === 'own';
    });
    return this.#last;
  }
}

/** One line as its client wrote it: the marks of its quote, and what stands behind them. */
interface Line {
  readonly depth: number;
  readonly words: string;
}

const lineOf = (raw: string): Line => {
  const depth = /^>*/.exec(raw)?.[0].length ?? 0;
  return { depth, words: raw.slice(depth).replace(/^ /, '') };
};

const signature = '-- ';

/** True if the words of a line go on in the next one. */
const isOpen = ({ words }: Line): boolean =>
  words.endsWith(' ') && words.trim() !== '' && words !== signature;

const goesOnIn = (line: Line, next: Line): boolean =>
  isOpen(line) && next.depth === line.depth && next.words.trim() !== '' && next.words !== signature;

/**
 * The lines of a text of `format=flowed` (RFC 3676), each of them whole. None goes on in a line of another depth: an answer below
 * a quoted line is the person's, whatever space stands at the end of that.
 *
 * @param isSpaceBreak true if the space before a break is part of the break (`delsp=yes`)
 */
export const unflowed = (text: string, isSpaceBreak: boolean): string => {
  const lines = text.split(/\r?\n/).map(lineOf);
  let whole = '';
  const written: string[] = [];
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const isGoingOn = next !== undefined && goesOnIn(line, next);
    whole += isGoingOn && isSpaceBreak ? line.words.slice(0, -1) : line.words;
    if (isGoingOn) continue;
    const marks = line.depth > 0 && whole !== '' ? `${'>'.repeat(line.depth)} ` : '>'.repeat(line.depth);
    written.push(`${marks}${whole}`);
    whole = '';
  }
  return written.join('\n');
};

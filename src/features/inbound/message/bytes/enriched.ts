const mark = /<(\/?)(excerpt)>|<param>[^<]*<\/param>|<<|<lt>|<nl>|<\/?[a-z\d-]{1,60}>|[^<\n]+|\n|</gi;

const words: Readonly<Record<string, string>> = { '<<': '<', '<lt>': '<', '<nl>': '\n', '<': '<' };

/** The deepest excerpt that is marked as such. */
const deepest = 10;

/**
 * The text of `text/enriched` (RFC 1896) or `text/richtext` (RFC 1341) without its marks. A line break alone is a space;
 * excerpts are quotes, behind `> `.
 */
export const enrichedText = (text: string): string => {
  const filled = text.replace(/\r\n?/g, '\n').replace(/\n(\n*)/g, (_all, more: string) => more || ' ');
  let depth = 0;
  const lines = [''];
  const beginLine = () => lines.push('> '.repeat(Math.min(depth, deepest)));
  for (const [token, end, excerpt] of filled.matchAll(mark)) {
    if (excerpt !== undefined) {
      depth = Math.max(0, depth + (end === '/' ? -1 : 1));
      dropBlankEnd(lines);
      beginLine();
    } else if (token === '\n' || token === '<nl>') beginLine();
    else lines.push((lines.pop() ?? '') + wordsOf(token));
  }
  return lines.join('\n');
};

const wordsOf = (token: string): string => words[token.toLowerCase()] ?? (token.startsWith('<') ? '' : token);

/** Each line is dropped once, so that the work grows with the text. */
const dropBlankEnd = (lines: string[]): void => {
  let last = '';
  while (last === '' && lines.length > 0) last = (lines.pop() ?? '').trimEnd();
  lines.push(last);
};

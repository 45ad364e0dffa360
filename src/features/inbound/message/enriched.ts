const mark = /<(\/?)(excerpt)>|<param>[^<]*<\/param>|<<|<lt>|<nl>|<\/?[a-z\d-]{1,60}>|[^<\n]+|\n|</gi;

const words: Readonly<Record<string, string>> = { '<<': '<', '<lt>': '<', '<nl>': '\n', '<': '<' };

/**
 * The text of `text/enriched` (RFC 1896) or `text/richtext` (RFC 1341) without its marks. A line break alone is a space;
 * excerpts are quotes, behind `> `.
 */
export const enrichedText = (text: string): string => {
  const filled = text.replace(/\r\n?/g, '\n').replace(/\n(\n*)/g, (_all, more: string) => more || ' ');
  let depth = 0;
  let read = '';
  for (const [token, end, excerpt] of filled.matchAll(mark)) {
    if (excerpt !== undefined) {
      depth = Math.max(0, depth + (end === '/' ? -1 : 1));
      read = `${read.trimEnd()}\n${'> '.repeat(depth)}`;
    } else if (token === '\n' || token === '<nl>') read += `\n${'> '.repeat(depth)}`;
    else read += words[token.toLowerCase()] ?? (token.startsWith('<') ? '' : token);
  }
  return read;
};

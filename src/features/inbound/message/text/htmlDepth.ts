/** The parser is quadratic in the depth. In elements. */
const deepestParsed = 5_000;

/** Tables within tables of long conversations have some 100 levels; each level costs several stack frames. */
export const deepest = 250;

/** The converter goes over the text of an element once more for each list around it. In characters. */
const mostCharacters = 40_000_000;

/** The elements whose text no one sees. Not the head itself, which ends where a text begins, as browsers have it. */
export const skipped = [
  'xml',
  'style',
  'script',
  'title',
  'template',
  'object',
  'iframe',
  'svg',
  'audio',
  'video',
  'img',
];

/** From the highest to the lowest. */
export const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Elements that end by themselves. */
const endless =
  /^(?:area|base|br|col|hr|img|input|link|meta|source|wbr|p|li|dd|dt|td|th|tr|tbody|thead|option)$/i;

/** The HTML, flat if it has more elements within elements than can be walked: first without those that only lay out. */
export const withinDepth = (html: string): string => {
  const most = Math.min(deepest, mostCharacters / html.length);
  if (depthOf(html).deepest <= most) return html;
  const flat = flattened(html, structure);
  return depthOf(flat).deepest <= most ? flat : withoutRest(flattened(html, skippedOrBreaks));
};

interface Depth {
  readonly deepest: number;
  /** The place at which more elements are open than can be parsed, or the end. */
  readonly end: number;
}

const depthOf = (html: string): Depth => {
  let [depth, reached] = [0, 0];
  for (const { 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][^\s/<>]{0,40})/gi)) {
    if (endless.test(name)) continue;
    depth = Math.max(0, depth + (slash === '' ? 1 : -1));
    reached = Math.max(reached, depth);
    if (depth > deepestParsed) return { deepest: reached, end: index };
  }
  return { deepest: reached, end: html.length };
};

/** The HTML up to the place at which too many elements are open. */
const withoutRest = (html: string): string => html.slice(0, depthOf(html).end);

const skippedOrBreaks: ReadonlySet<string> = new Set([...skipped, 'br', 'hr']);

/** The elements that give text its structure. */
const structure: ReadonlySet<string> = new Set([
  ...skippedOrBreaks,
  ...headings,
  'a',
  'p',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
]);

/** The HTML with a line break for a block, and a space for a cell, except for the elements that are kept. */
const flattened = (html: string, kept: ReadonlySet<string>): string =>
  html
    .replace(/<\/?([a-z][^\s/<>]{0,40})(?:[\s/][^<>]*)?>/gi, (tag, name: string) =>
      kept.has(name.toLowerCase()) ? tag : standIn(name),
    )
    // More than an empty line says nothing, and the children of an element are counted.
    .replace(/(?:<br>\s*){3,}/g, '<br><br>');

const blocks =
  /^(?:div|section|article|header|footer|main|aside|nav|center|table|thead|tbody|tr|form|fieldset|figure|address|blockquote|pre|p|[uod]l|li|d[td]|h[1-6])$/i;

const standIn = (name: string): string => {
  if (/^t[dh]$/i.test(name)) return ' ';
  return blocks.test(name) ? '<br>' : '';
};

import { replaceEach } from './text.ts';

/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

export type Part = Html | string | number | false | null | undefined | readonly Part[];

/** Builds HTML from a template. Values are escaped unless they are HTML themselves. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.reduce((before, text, index) => before + render(parts[index - 1]) + text),
});

const render = (part: Part): string => {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return 'html' in part ? part.html : part.map(render).join('');
};

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const;

/** The ampersand goes first, for the others become one. */
const escapeText = (text: string): string =>
  Object.entries(entities).reduce((escaped, [from, to]) => replaceEach(escaped, from, to), text);

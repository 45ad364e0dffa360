import { attributions } from './words/attributions.ts';

type Gap = 'when' | 'who' | 'both';

/** A line of the table, taken apart. */
export interface Template {
  /** One more than gaps; the first and the last may be empty. */
  readonly literals: readonly string[];
  readonly gaps: readonly Gap[];
}

/** The text in a gap of a template. */
export interface Filled {
  readonly kind: Gap;
  readonly text: string;
}

const templateOf = (line: string): Template => {
  const parts = line.split(/(\{when\} ?\{who\}|\{when\}|\{who\})/);
  const literals = parts.filter((_part, index) => index % 2 === 0);
  const gaps = parts.filter((_part, index) => index % 2 === 1);
  return {
    literals: literals.map((literal) => literal.trim().toLowerCase()),
    gaps: gaps.map((gap) => (gap === '{when}' ? 'when' : gap === '{who}' ? 'who' : 'both')),
  };
};

export const templates: readonly Template[] = attributions.map(templateOf);

const byEnding = new Map<string, Template[]>();
for (const template of templates) {
  const ending = template.literals.at(-1) ?? '';
  const known = byEnding.get(ending);
  if (known) known.push(template);
  else byEnding.set(ending, [template]);
}

/** The templates that end as a text in small letters does: few, for many end alike. */
export const templatesFor = (lower: string): readonly Template[] =>
  [...byEnding].flatMap(([ending, found]) => (lower.endsWith(ending) ? found : []));

/** The words that templates start with, the longest first. */
export const openers: readonly string[] = [...new Set(templates.map(({ literals }) => literals[0] ?? ''))]
  .filter((literal) => literal !== '')
  .toSorted((one, other) => other.length - one.length);

const letter = /[\p{L}\p{M}\p{Nd}]/u;

/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && letter.test(character);

/** True if a literal stands in a text as a word, not within one. */
export const standsAt = (text: string, literal: string, at: number): boolean =>
  unspaced.test(literal) ||
  !(
    (isLetter(text[at - 1]) && isLetter(literal[0])) ||
    (isLetter(text[at + literal.length]) && isLetter(literal.at(-1)))
  );

/**
 * The texts in the gaps of a template; null if it does not fit.
 *
 * @param lower the text in small letters, as long as the text
 */
export const filledGaps = (
  text: string,
  lower: string,
  { literals, gaps }: Template,
): readonly Filled[] | null => {
  const last = literals.at(-1) ?? '';
  const end = text.length - last.length;
  if (!lower.endsWith(last) || !standsAt(lower, last, end)) return null;
  const found: string[] = [];
  let start = 0;
  for (const [index, literal] of literals.slice(0, -1).entries()) {
    const at = index === 0 ? (lower.startsWith(literal) ? 0 : -1) : lower.indexOf(literal, start);
    if (at < 0 || at + literal.length > end || !standsAt(lower, literal, at)) return null;
    if (index > 0) found.push(text.slice(start, at).trim());
    start = at + literal.length;
  }
  found.push(text.slice(start, end).trim());
  return found.map((gap, index) => ({ kind: gaps[index] ?? 'who', text: gap }));
};

import { escaped, plainLine } from './lines.ts';
import { advertisements, products } from './words/signatures.ts';

const openings = advertisements
  .flatMap((row) => row.split('|'))
  .toSorted((one, other) => other.length - one.length)
  .map((opening) => opening.split('…').map((part) => escaped(part.trim())).join('.{0,60}?'));

const opening = new RegExp(`^[(<\\[*_]{0,3}(?:${openings.join('|')})`, 'iu');
const product = new RegExp(products, 'iu');

const longestAdvertisement = 300;

/** Without links, Markdown's marks, and words that excuse mistakes. */
const bare = (line: string): string =>
  plainLine(line)
    .replace(/\]\(https?:[^\s)]{1,200}\)/gi, ' ')
    .replace(/[<(]?https?:\/\/[^\s>)]{1,250}[>)]?/gi, ' ')
    .replace(/[,.]\s*(?:please\s)?(?:excuse|forgive|pardon|sorry|ignore)\b.{0,60}$/i, '')
    .replace(/[[\]()<>*_"“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Whether a line is that of a phone or a program: `Sent from my iPhone`. A person may start so, too, so it must be no sentence,
 * and name a product or be a paragraph of its own.
 */
export const isAdvertisement = (line: string, isAlone: boolean): boolean => {
  if (line.length > longestAdvertisement || !opening.test(plainLine(line))) return false;
  const text = bare(line);
  const hasLink = /https?:\/\//i.test(line);
  if (text.length > 90 || /[,;:?？，。]|\.\s\p{L}/u.test(text)) return false;
  if (product.test(text) || hasLink) return text.split(' ').length <= 14;
  return isAlone && text.split(' ').length <= 8;
};

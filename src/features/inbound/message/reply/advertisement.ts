import { escaped, isBlank, plainLine } from './lines.ts';
import {
  advertisedPages,
  advertisements,
  linkedOpenings,
  pagesAbove,
  products,
  slogans,
  spoken,
  unspacedWords,
} from './words/signatures.ts';

/** A row as a regular expression, with a group for each gap in it. A last word in Latin letters is whole. */
const openingOf = (row: string): string => {
  const source = row
    .split('…')
    .map((part) => escaped(part.trim()))
    .join('(.{0,60}?)');
  const isToEnd = row.includes('…') && !row.endsWith('…');
  return `${source}${isToEnd ? '$' : /\p{sc=Latin}$/u.test(row) ? '(?!\\p{L})' : ''}`;
};

const openings = advertisements
  .flatMap((row) => row.split('|'))
  .toSorted((one, other) => other.length - one.length)
  .map(openingOf);

const opening = new RegExp(`^(?:${openings.join('|')})`, 'iu');
const product = new RegExp(`(?<![\\p{sc=Latin}\\p{sc=Cyrillic}])(?:${products.join('|')})`, 'iu');
const sentence = new RegExp(`(?<![\\p{L}-])(?:${spoken.join('|')})(?![\\p{L}-])`, 'iu');

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const besideProduct = new RegExp([...products, ...unspacedWords].join('|'), 'giu');

/** Longest text behind the name of an advertised program, such as `iOS` or `para Android`, in words. */
const mostBehindProgram = 3;

/** True if the words beside an opening may belong to an advertisement, and not to a sentence that starts like one. */
const isOfAdvertisement = ([start, ...gaps]: readonly string[], rest: string): boolean => {
  const beside = [...gaps, rest].join(' ').trim();
  if (/outlook|bluemail/i.test(start ?? '') && beside.split(' ').length > mostBehindProgram) return false;
  return !unspaced.test(beside.replace(besideProduct, ''));
};

const linkedOnly = new RegExp(`^(?:${linkedOpenings.map(openingOf).join('|')})`, 'iu');

/** A person names the version of a program, and no program does, but `Mail for Windows 10`. */
const versioned =
  /(?:outlook|thunderbird|ios|android|gmail|mailspring|postbox)\s\p{Nd}|windows\s\p{Nd}{1,2}\s\p{L}|(?<!(?:mail|post|posta|poczta|pošta|courrier|correo|почт\p{L}{1,3})\s\p{L}{1,10}\s)windows\s(?:\p{Nd}|xp|vista|pro)/iu;

const knownSlogans = new Set(slogans.map((slogan) => slogan.toLowerCase()));

const longestLine = 300;
const mostWords = 14;
const mostBesidePage = 6;

const link = /\]?[<(]?https?:\/\/[^\s>)]{1,250}[>)]?/gi;

const advertisedPage = new RegExp(`https?://(?:${advertisedPages.join('|')})[)>\\]]`, 'i');

const pageAbove = new RegExp(`^<https?://(?:${pagesAbove.join('|')})\\S{0,300}>$`, 'i');

/** The page of a program, not a file that someone sent. */
const homePage = /https?:\/\/[^\s/>)]{1,100}\/?(?:\?[^\s>)]{0,250})?[>)]?$/i;

/** The line without links, Markdown's marks, and words that excuse mistakes. */
const bare = (line: string): string =>
  line
    .replace(link, ' ')
    .replace(/[,.]\s*(?:please\s)?(?:excuse|forgive|pardon|sorry|ignore)\b.{0,60}$/i, '')
    .replace(/[[\]()<>*_"“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\s.!]+$/, '')
    .trim();

/** `my TI-85`, `my Wiko RIDGE 4G`: a device that no table knows. */
const isDevice = (text: string): boolean =>
  /\b(?:my|mon|mi|meu|mio|mijn|min)\s(?:[\p{Lu}\p{Nd}]\S{0,20}\s?){1,5}$/u.test(text) && /\p{Nd}/u.test(text);

/**
 * True for the line of a phone or a program: `Sent from my iPhone`. A person may start so, too, so it must name a product
 * and be no sentence.
 */
const isAdvertisement = (line: string): boolean => {
  if (line.length > longestLine) return false;
  const plain = plainLine(line);
  const text = bare(plain);
  if (knownSlogans.has(text.toLowerCase())) return true;
  if (advertisedPage.test(plain) && product.test(text) && text.split(' ').length <= mostBesidePage)
    return true;
  const opened = opening.exec(text);
  if (opened === null || versioned.test(text) || (linkedOnly.test(text) && !homePage.test(plain)))
    return false;
  if (!isOfAdvertisement(opened, text.slice(opened[0].length))) return false;
  if (text.split(' ').length > mostWords || /[,;:?？，。!]|\.\s\p{L}/u.test(text) || sentence.test(text))
    return false;
  return product.test(text) || isDevice(text) || (homePage.test(plain) && text.split(' ').length <= 4);
};

/** The longest advertisement, in lines: a client may break it. */
const mostLines = 3;

/**
 * The line that the advertisement at the end of a text starts with, on lines of its own; -1 without one.
 *
 * @param isAboveOther true if another one stood below: then `Ann from her phone` between two is part of them
 */
export const advertisementStart = (lines: readonly string[], isAboveOther: boolean): number => {
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - mostLines); at--) {
    if (isBlank(lines[at] ?? '')) break;
    const text = lines.slice(at).join(' ');
    if (isAdvertisement(text) && isOnItsOwn(lines, at)) return at;
  }
  const last = plainLine(lines.at(-1) ?? '');
  if (isAboveOther && pageAbove.test(last)) return lines.length - 1;
  const above = lines.slice(0, -1).findLastIndex((line) => !isBlank(line));
  const isBetween = isAboveOther && product.test(last) && last.split(' ').length <= 4;
  return isBetween && isAdvertisement(lines[above] ?? '') ? lines.length - 1 : -1;
};

/** True if a line does not go on with the sentence above it. */
const isOnItsOwn = (lines: readonly string[], at: number): boolean =>
  isBlank(lines[at - 1] ?? '') || !/^(?!i(?:Phone|Pad|OS))\p{Ll}/u.test((lines[at] ?? '').trim());

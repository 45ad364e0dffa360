import { notNames, particles, titles } from './words/names.ts';

const particle = new RegExp(`^(?:${particles})$`, 'iu');
const title = new RegExp(`^(?:${titles})\\.$`, 'iu');
const notName = new RegExp(`^(?:${notNames})(?![\\p{L}\\p{M}])`, 'iu');

export const hasAddress = (text: string): boolean => /[^\s<>@]@[^\s<>@]/.test(text);

/** Words of a name besides its address. */
const nameWords = (who: string): string[] =>
  who
    .replace(/<[^<>]{0,300}>/g, ' ')
    .replace(/<[^<>]{0,300}>|\([^()]{0,300}\)/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !word.includes('@'));

const isSmall = (word: string): boolean => /^["'“„«(]?\p{Ll}/u.test(word) && !particle.test(word);

/** The number of words in a text that no name has. */
export const smallWords = (text: string): number => nameWords(text).filter(isSmall).length;

const mostWords = 8;

/**
 * True if a text may be a name with or without an address. Words of a sentence are small, words of a name are not, except
 * one.
 */
export const isWho = (who: string): boolean => {
  const words = nameWords(who);
  const small = smallWords(who);
  if (who === '' || words.length > mostWords || /[?!;…]/u.test(words.join(' '))) return false;
  return small === 0 || (small === 1 && !/[,:]/.test(words.join(' ')));
};

/** True if a text is short enough for a name, though some of its words are small. */
export const isOfFewWords = (who: string): boolean =>
  nameWords(who).length <= mostWords && smallWords(who) <= 3 && !/[?!;…]/u.test(who);

const mostLeading = 5;
const caseless = /\p{Lo}/u;
const longestCaseless = 8;

/** True if a text that stands first on a line is a name, and no end of a reply stands before the name. */
export const isLeadingName = (who: string): boolean => {
  const words = nameWords(who);
  const endsSentence = words.slice(0, -1).some((word) => /^\p{L}{2,}\.$/u.test(word) && !title.test(word));
  const isMixed = words.some((word) => caseless.test(word)) && words.some((word) => !caseless.test(word));
  return (
    isWho(who) &&
    words.length <= mostLeading &&
    !endsSentence &&
    !isMixed &&
    words.every((word) => !caseless.test(word) || word.length <= longestCaseless)
  );
};

/** True if a text is a name, and no word of a sentence: it may head a quote without a date. */
export const isName = (who: string): boolean => {
  const words = nameWords(who);
  const isOfPerson = words.some((word) => /^\p{Nd}/u.test(word)) || notName.test(who);
  return isLeadingName(who) && !isOfPerson && isBalanced(who);
};

/** A full name, as a client writes it without an address. */
export const isFullName = (who: string): boolean => {
  const words = nameWords(who);
  return words.length >= 2 && words.length <= 4 && isName(who) && words.every((word) => !isSmall(word));
};

/** An address that is not cut off at its start. */
export const isBalanced = (text: string): boolean =>
  text.split('<').length === text.split('>').length && text.split('(').length === text.split(')').length;

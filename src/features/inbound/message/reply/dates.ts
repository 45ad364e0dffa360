import { plainLine } from './lines.ts';
import { dateLanguages, dateWords, otherNames } from './words/dates.ts';

/** A date at the start of a text, as clients write it above a quote. */
export interface LeadingDate {
  /** The text behind it. */
  readonly rest: string;
  /** True if it names a day and a year, or a day of the form `11.03.24`. */
  readonly isFull: boolean;
  readonly hasTime: boolean;
}

const bareWord = (token: string): string =>
  token.replace(/^[^\p{L}\p{M}\p{Nd}]+|[^\p{L}\p{M}\p{Nd}]+$/gu, '').toLowerCase();

const wordsOf = (text: string): string[] =>
  text
    .split(/[\s.,،、]+/)
    .map(bareWord)
    .filter((word) => word !== '');

/** Twelve days, one in each month, and of all weekdays. */
const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 10 + month));

const dayNames = (language: string, style: 'long' | 'short'): string[] => {
  const format = new Intl.DateTimeFormat(language, {
    weekday: style,
    day: 'numeric',
    month: style,
    timeZone: 'UTC',
  });
  const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, day + 1));
  return [...days, ...week].flatMap((day) => wordsOf(plainLine(format.format(day))));
};

let known: ReadonlySet<string> | undefined;

/** Names of weekdays and months. Made when they are first needed, for it takes some milliseconds. */
const names = (): ReadonlySet<string> => {
  known ??= new Set([
    ...dateLanguages.flatMap((language) => [...dayNames(language, 'long'), ...dayNames(language, 'short')]),
    ...otherNames.flatMap((row) => row.split(' ')),
  ]);
  return known;
};

const isDayName = (word: string): boolean => word !== '' && wordsOf(word).every((part) => names().has(part));

/** True if a text starts with the name of a weekday or a month. */
export const startsWithDayName = (text: string): boolean =>
  isDayName(/^\P{Nd}{1,20}?(?=[\s,.])/u.exec(text.trim())?.[0].toLowerCase() ?? '');

const between = new Set(dateWords.flatMap((row) => row.split(' ')).map(bareWord));

/** The characters that no number has. */
const notOfNumber = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}@。！？]/u;

/** `11.03.24,`, `+0100`, `GMT+01:00`, `下午2:23`. */
const isNumeric = (word: string): boolean =>
  /^\p{Nd}/u.test(word)
    ? !word.includes('@')
    : /^(?:gmt|utc)[+-]\p{Nd}/u.test(word) || (/\p{Nd}/u.test(word) && !notOfNumber.test(word));

/** True if a word may be of a date, at its start or within. */
export const isDateWord = (token: string): boolean => {
  const word = bareWord(token);
  return isNumeric(word) || between.has(word) || isDayName(word);
};

const time = /\p{Nd}{1,2}\s?[:.h時时点點시]\s?\p{Nd}{2}|\p{Nd}{1,2}\s?(?:am|pm|uhr|h|時|时)(?![\p{L}])/iu;
const year =
  /(?<![\p{Nd}+:]|\s-)\p{Nd}{4}(?!\p{Nd})|\p{Nd}{1,2}(?:[./-]|\.\s)\p{Nd}{1,2}(?:[./-]|\.\s)\p{Nd}{2}(?!\p{Nd})|\p{Nd}{2}\.\s\p{Nd}{1,2}\.\s\p{Nd}{1,2}\./u;

/** The longest date that a client writes, in words. */
const mostWords = 20;

/** The date that a text starts with: a number, or the name of a day, and all that belongs to it. */
export const leadingDate = (text: string): LeadingDate | null => {
  const tokens = text.split(' ', mostWords + 1);
  let hasNumber = false;
  let length = 0;
  for (const token of tokens.slice(0, mostWords)) {
    const word = bareWord(token);
    const isFurther = length > 0 && (word === '' || between.has(word));
    if (!isNumeric(word) && !isFurther && !isDayName(word)) break;
    hasNumber ||= /\p{Nd}/u.test(word);
    length += token.length + 1;
  }
  if (!hasNumber) return null;
  const date = text.slice(0, length);
  return { rest: text.slice(length).trim(), isFull: year.test(date), hasTime: time.test(date) };
};

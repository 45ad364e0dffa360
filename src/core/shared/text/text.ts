import { type Sentence, say, type Verdict } from '../../texts/say.ts';

/** True if PostgreSQL can store a text and compare it: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** True if PostgreSQL can store a value as JSON: all texts in it, names of members included, and no nesting without end. */
export const isStorableWithin = (value: unknown, levels = 200): boolean => {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(
    ([name, part]) => isStorable(name) && isStorableWithin(part, levels - 1),
  );
};

/** Replaces each occurrence of a text. `replaceAll` takes four to twelve times as long for a million of them. */
export const replaceEach = (text: string, from: string, to: string): string => text.split(from).join(to);

/** A text as PostgreSQL can store it: a space for each NUL, a replacement character for each half of a pair. */
export const toStorable = (text: string): string => replaceEach(text, '\0', ' ').toWellFormed();

/** The problem of a text that cannot be stored. */
export const unstorable: Sentence = say('errors:text:unstorable');

/** True if a text has no line break of any kind in Unicode. */
export const isOneLine = (text: string): boolean => !/[\n\v\f\r\u0085\u2028\u2029]/.test(text);

/** A text without overrides and isolates of the writing direction, which make `fdp.exe` look like `exe.pdf`. */
export const withoutDirections = (text: string): string => text.replace(/[\u202A-\u202E\u2066-\u2069]/gu, '');

const longestName = 255;

/** True, or the problem with a name. The same rule applies to every API. Lengths are in code points. */
export const checkName = (name: unknown): Verdict => {
  if (typeof name !== 'string' || name.trim() === '') return say('errors:text:name');
  if ([...name].length > longestName) return say('errors:text:tooLong', { most: longestName });
  if (!isOneLine(name)) return say('errors:text:oneLine');
  return isStorable(name) || unstorable;
};

/** Longer words are cut. In code points: an address of mail has 320 at most. */
const longestCutWord = 330;

/** A text of at most so many code points. The last word is left out rather than cut: it may be an address. */
export const cutAtWord = (text: string, longest: number): string => {
  const points = [...text.slice(0, longest * 2 + 1)];
  if (points.length <= longest) return text;
  const cut = points.slice(0, longest);
  if (/\s/.test(points[longest] ?? '')) return cut.join('').trimEnd();
  const space = cut.findLastIndex((point) => /\s/.test(point));
  return cut
    .slice(0, space < longest - longestCutWord ? longest : space)
    .join('')
    .trimEnd();
};

export const isBlank = (text: string): boolean => text.trim() === '';

/** @param most in code points */
export const isTooLong = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || [...text].length > most);

/** Checks a required text of several lines. */
export const checkText = (value: unknown, most: number): Verdict => {
  if (typeof value !== 'string') return say('errors:text:notText');
  if (isBlank(value)) return say('errors:text:missing');
  if (isTooLong(value, most)) return say('errors:text:tooLong', { most });
  return isStorable(value) || unstorable;
};

/** Whether PostgreSQL can store a text, and compare something with it: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A text as PostgreSQL can store it: a space for each NUL, a replacement character for each half of a pair. */
export const toStorable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed();

/** The message about a text that cannot be stored. */
export const unstorable = 'This text holds a character that no text may hold.';

/** Whether a text has no line break of any kind in Unicode. */
export const isOneLine = (text: string): boolean => !/[\n\v\f\r\u0085\u2028\u2029]/.test(text);

const longestName = 255;

/** True, or what is wrong with a name. The same rule applies to every API. Lengths are in code points. */
export const checkName = (name: unknown): true | string => {
  if (typeof name !== 'string' || name.trim() === '') return 'Give a name.';
  if ([...name].length > longestName) return `Give ${longestName} characters at most.`;
  if (!isOneLine(name)) return 'Give one line.';
  return isStorable(name) || unstorable;
};

/**
 * An address in small letters, by which two of them are compared. The Kelvin sign stays: its small letter is the `k`
 * of another person's address.
 */
export const foldAddress = (address: string): string =>
  address.replace(/[^\u212a]+/g, (letters) => letters.toLowerCase());

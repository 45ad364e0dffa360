/** Names that an object has from its prototype, and by which JavaScript makes a text or a number of it. */
const names: readonly string[] = ['toString', 'valueOf', '__proto__'];

/** A letter as JSON may write it: itself, or by its number. */
const written = (letter: string): string => {
  const number = letter
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:${letter}|\\\\u00${number})`;
};

/** No text in JSON has a quote without a backslash, so that this finds members alone. */
const member = new RegExp(
  `(?<!\\\\)"(?:${names.map((name) => [...name].map(written).join('')).join('|')})"\\s*:`,
);

/**
 * True if an object in a JSON text has a member of its own in the place of a method that every object has. The CMS makes texts
 * of values that it takes for ids, which fails for such an object. The text is not parsed.
 */
export const hidesMethods = (json: string): boolean => member.test(json);

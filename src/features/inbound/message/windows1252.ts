/** The characters of the bytes 80 to 9F in windows-1252; U+FFFD for the five bytes that have none. */
const upper = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

/** Its first byte. */
const start = 0x80;

/**
 * Text whose C1 control characters are replaced by the characters that mail means by these bytes. Node 20.18.3 and later
 * decode `windows-1252`, and with it ISO-8859-1 and US-ASCII, to control characters (nodejs/node#60888); no charset of mail
 * has them for another purpose.
 */
export const withoutControls = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => upper.charAt(control.charCodeAt(0) - start));

/** The byte of a character that is not ASCII; undefined if windows-1252 has none. */
export const byteOf = (character: string): number | undefined => {
  const code = character.charCodeAt(0);
  if (code >= start && code <= 0xff) return code;
  const at = upper.indexOf(character);
  return at < 0 || character === '\ufffd' ? undefined : start + at;
};

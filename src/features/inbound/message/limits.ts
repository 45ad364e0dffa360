import { UnreadableMessage } from './UnreadableMessage.ts';

/**
 * The parser keeps an object for each line of a part without a transfer encoding, which takes 2 KB of memory and
 * 6 µs. A message of 35 MiB in base64 has 480,000 lines.
 */
const mostLines = 600_000;

/** The most lines that are shorter than the lines of base64. */
const mostShortLines = 200_000;

/** The least length of a full line, in bytes. The lines of base64 have 60, 64, 72 or 76 characters. */
const fullLine = 60;

/**
 * Each `=` within a line of base64 makes the parser keep another object. In quoted-printable it costs nothing, but
 * which of them a part is in only the parser knows. A text of 200,000 Cyrillic letters has as many.
 */
const mostPaddings = 400_000;

const lineFeed = 0x0a;
const equals = 0x3d;

/**
 * Checks the lines and encoded characters for which the parser needs far more memory than the message has bytes.
 *
 * @throws {UnreadableMessage} if there are too many
 */
export const checkLines = (bytes: Uint8Array): void => {
  let lines = 0;
  let shortLines = 0;
  for (let start = 0; start < bytes.length; lines++) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    if (end - start < fullLine) shortLines++;
    if (lines > mostLines || shortLines > mostShortLines) {
      throw new UnreadableMessage('The message has too many lines.');
    }
    start = end + 1;
  }
  if (countPaddings(bytes) > mostPaddings) {
    throw new UnreadableMessage('The message has too many encoded characters.');
  }
};

const countPaddings = (bytes: Uint8Array): number => {
  let count = 0;
  for (let at = bytes.indexOf(equals); at >= 0 && count <= mostPaddings; at = bytes.indexOf(equals, at + 1))
    count++;
  return count;
};

/**
 * True if a JSON text holds more than so many values: lists, objects and their members. Objects are expensive: the CMS copies
 * each several times for a request, and an error is made for each that is wrong. The text is not parsed, so an invalid one
 * is counted, too.
 */
export const holdsMoreValues = (text: Uint8Array, most: number): boolean => {
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) isInString = !isInString;
    else if (isInString) at += byte === backslash ? 1 : 0;
    else if (byte === comma || byte === brace || byte === bracket) values += 1;
    if (values > most) return true;
  }
  return false;
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const brace = 0x7b;
const bracket = 0x5b;

/** The most values that one JSON body may hold. Only the rich text of people at work needs more. */
export const mostValues = { usual: 10_000, team: 500_000 } as const;

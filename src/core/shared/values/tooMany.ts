/**
 * True if a JSON text holds more than so many values: lists, objects and their members, or nests them deeper than any text
 * needs. Objects are expensive: the CMS copies each several times for a request, by functions that call themselves for each
 * level, and an error is made for each that is wrong. The text is not parsed, so an invalid one is counted, too.
 */
export const holdsMoreValues = (text: Uint8Array, most: number): boolean => {
  let values = 0;
  let level = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (byte === quote) isInString = !isInString;
    else if (isInString) at += Number(byte === backslash);
    else {
      values += begun[byte] as number;
      level += steps[byte] as number;
    }
    if (values > most || level > deepest) return true;
  }
  return false;
};

const deepest = 1_000;

const [quote, backslash] = [0x22, 0x5c];
const [comma, brace, braceEnd, bracket, bracketEnd] = [0x2c, 0x7b, 0x7d, 0x5b, 0x5d];

/** The values that a byte begins, and the levels that it goes down. */
const begun = new Uint8Array(256);
const steps = new Int8Array(256);
for (const byte of [comma, brace, bracket]) begun[byte] = 1;
for (const byte of [brace, bracket]) steps[byte] = 1;
for (const byte of [braceEnd, bracketEnd]) steps[byte] = -1;

/**
 * The most values that one JSON body may hold. Only the forms of people at work need more than others: a rich text of 256 KiB
 * holds some 22,000, and a form may send it several times. Batches of providers are parsed once they are known to be theirs, or
 * in a thread of their own.
 */
export const mostValues = { usual: 10_000, team: 100_000, batch: 500_000 } as const;

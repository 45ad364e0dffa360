import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** The charset whose decoder in Node lacks most syllables: those that Windows added to it, and every client writes. */
const incomplete = 'euc-kr';

/** True if the parser knows a charset by its label, and all of it. */
export const isOfParser = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== incomplete;
  } catch {
    return false;
  }
};

/** Encodings of the library that are no charsets. */
const noCharsets = /^(?:base64|hex|internal)/i;

/** `DOS-862`, as Windows names the code pages of DOS. */
const nameOf = (label: string): string => label.replace(/^(?:dos|oem)-?(?=\d{3}$)/i, 'cp');

/** Bytes in a charset that the parser may not know. A label that no one knows says nothing: then it is UTF-8, else Windows-1252. */
export const decodeAs = (bytes: Uint8Array, label: string): string => {
  if (isOfParser(label)) return new TextDecoder(label).decode(bytes);
  const known = sevenBits[label.toLowerCase()];
  if (known) return new TextDecoder(known.charset).decode(known.withHighBits(bytes));
  const name = nameOf(label);
  if (!noCharsets.test(name) && iconv.encodingExists(name)) return iconv.decode(Buffer.from(bytes), name);
  return isUtf8(bytes)
    ? Buffer.from(bytes).toString('utf8')
    : iconv.decode(Buffer.from(bytes), 'windows-1252');
};

const highBits = (pairs: string): string =>
  pairs.replace(/[\x21-\x7e]/g, (character) => String.fromCharCode(character.charCodeAt(0) | 0x80));

const inLatin1 =
  (change: (text: string) => string) =>
  (bytes: Uint8Array): Uint8Array =>
    Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');

/** Charsets of seven bits, whose bytes are those of another charset without the highest bit. */
const sevenBits: Readonly<
  Record<string, { charset: string; withHighBits: (bytes: Uint8Array) => Uint8Array }>
> = {
  // RFC 1843 has GB2312 between `~{` and `~}`.
  'hz-gb-2312': {
    charset: 'gb18030',
    withHighBits: inLatin1((text) =>
      text
        .replace(/~\{([\x21-\x7e]{2,2000}?)~\}/g, (_all, pairs: string) => highBits(pairs))
        .replace(/~\r?\n/g, '')
        .replaceAll('~~', '~'),
    ),
  },
  // RFC 1557 has KS C 5601 between shift-out and shift-in.
  'iso-2022-kr': {
    charset: 'euc-kr',
    withHighBits: inLatin1((text) =>
      text
        .replaceAll('\x1b$)C', '')
        .split(shiftOut)
        .map((run, index) => (index === 0 ? run : withShiftedStart(run)))
        .join(''),
    ),
  },
};

const [shiftOut, shiftIn] = ['\x0e', '\x0f'];

const withShiftedStart = (run: string): string => {
  const [shifted = '', ...rest] = run.split(shiftIn);
  return highBits(shifted) + rest.join('');
};

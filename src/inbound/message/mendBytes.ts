import { isUtf8 } from 'node:buffer';

/** Longer fields take the parser seconds: it is quadratic in encoded words and in groups. In bytes. */
const longestField = 100_000;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The message with what other clients read and the parser does not: line ends of bare CR, blank lines before the
 * header, and a header in an 8-bit charset. Fields of the header are cut to 100,000 bytes.
 */
export const mendBytes = (bytes: Uint8Array): Uint8Array => {
  const lines = withLineFeeds(bytes);
  const start = lines.findIndex((byte) => !isBlank(byte));
  if (start < 0) return lines.subarray(lines.length);
  const end = endOfHeader(lines, start);
  const fields = fieldsOf(lines.subarray(start, end));
  const charset = declaredCharset(fields);
  const mended = fields.map((field) => asUtf8(field.subarray(0, longestField), charset));
  return Buffer.concat([...mended, lines.subarray(end)]);
};

/** Only if there is no LF at all: a CR between lines that end with LF would else make a header of a header's text. */
const withLineFeeds = (bytes: Uint8Array): Uint8Array =>
  bytes.includes(lineFeed) || !bytes.includes(carriageReturn)
    ? bytes
    : bytes.map((byte) => (byte === carriageReturn ? lineFeed : byte));

/** The bytes of a byte order mark count as blank, too. */
const isBlank = (byte: number): boolean =>
  byte === lineFeed || byte === carriageReturn || byte === 0xef || byte === 0xbb || byte === 0xbf;

/** Where the empty line starts. */
const endOfHeader = (bytes: Uint8Array, start: number): number => {
  for (let at = bytes.indexOf(lineFeed, start); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    const next = bytes[at + 1] === carriageReturn ? bytes[at + 2] : bytes[at + 1];
    if (next === lineFeed) return at + 1;
  }
  return bytes.length;
};

/** Each with its folded lines and their ends. */
const fieldsOf = (header: Uint8Array): Uint8Array[] => {
  const fields: Uint8Array[] = [];
  let start = 0;
  for (let at = header.indexOf(lineFeed); at >= 0; at = header.indexOf(lineFeed, at + 1)) {
    const next = header[at + 1];
    if (next === 0x20 || next === 0x09) continue;
    fields.push(header.subarray(start, at + 1));
    start = at + 1;
  }
  if (start < header.length) fields.push(header.subarray(start));
  return fields.map(ended);
};

/** A field that is cut loses its line end. */
const ended = (field: Uint8Array): Uint8Array =>
  field.length <= longestField
    ? field
    : Buffer.concat([field.subarray(0, longestField - 1), Buffer.from('\n')]);

const asUtf8 = (field: Uint8Array, charset: string): Uint8Array =>
  isUtf8(field) ? field : Buffer.from(new TextDecoder(charset).decode(field));

/** The charset of the body is the best guess at that of a header without one. */
const declaredCharset = (fields: readonly Uint8Array[]): string => {
  for (const field of fields) {
    const text = Buffer.from(field.subarray(0, 1_000)).toString('latin1');
    const charset = /^content-type:[\s\S]*?;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(text)?.[1];
    if (charset !== undefined) return isSingle(charset) ? charset : fallback;
  }
  return fallback;
};

const fallback = 'windows-1252';

/** Whether it is a charset that is known here and is not UTF-8, which the header is not in. */
const isSingle = (charset: string): boolean => {
  try {
    return new TextDecoder(charset).encoding !== 'utf-8';
  } catch {
    return false;
  }
};

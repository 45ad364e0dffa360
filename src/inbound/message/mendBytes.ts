import { isUtf8 } from 'node:buffer';
import { contentType, declaredCharset, isContentType } from './contentType.ts';

/** Longer fields take the parser seconds: it is quadratic in encoded words and in groups. In bytes. */
const longestField = 100_000;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

interface Mending {
  /** Reads the body as plain text, whatever the header says of it. */
  readonly asText?: boolean;
}

/**
 * The message with what other clients read and the parser does not: line ends of bare CR, blank lines before the
 * header, a header in an 8-bit charset, a type that is none. Fields of the header are cut to 100,000 bytes.
 */
export const mendBytes = (bytes: Uint8Array, { asText = false }: Mending = {}): Uint8Array => {
  const lines = withLineFeeds(bytes);
  const start = lines.findIndex((byte) => !isBlank(byte));
  if (start < 0) return lines.subarray(lines.length);
  const end = endOfHeader(lines, start);
  const fields = fieldsOf(lines.subarray(start, end));
  const charset = declaredCharset(fields);
  const mended = fields.map((field) => asUtf8(field.subarray(0, longestField), charset));
  const body = lines.subarray(end);
  const type = contentType(mended, { body, asText });
  const others = type === null ? mended : mended.filter((field) => !isContentType(field));
  return Buffer.concat([...(type === null ? [] : [Buffer.from(`${type}\n`)]), ...others, body]);
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

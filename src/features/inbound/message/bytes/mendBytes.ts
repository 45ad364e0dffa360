import { isUtf8 } from 'node:buffer';
import { UnreadableMessage } from '../UnreadableMessage.ts';
import { decodeAs } from './charsets.ts';
import { contentType, declaredCharset, isContentType, saidType, withSemicolon } from './contentType.ts';
import { decodedBody, rewrittenInUtf8, withoutForeignWords } from './foreignCharset.ts';
import { boundaryOf, piecesOf } from './multipart.ts';
import { isTransferEncoding, transferEncoding } from './transferEncoding.ts';

/** Longer fields take the parser seconds: it is quadratic in encoded words and in groups. In bytes. */
const longestField = 100_000;

/** The parser compares each line with the boundaries of all parts around it, and keeps a decoder for each part. */
const mostParts = 10_000;

/** Parts that are nested deeper stay as they are: no client writes them. */
const deepestMended = 20;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The message with repairs for faults that other clients accept and the parser does not: line ends of bare CR, blank lines
 * before the header, and in each part a header in an 8-bit charset, an invalid type, several parts without a boundary, text
 * without its charset, its encoding or the empty line before it. Fields of a header are cut to 100,000 bytes.
 *
 * @throws {UnreadableMessage} if there are more than 10,000 parts
 */
export const mendBytes = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat(mendPart(withoutBlankLines(bytes), [], { count: 0 }, true));

/** The header of a message without its body. */
export const headerBytes = (bytes: Uint8Array): Uint8Array => {
  const message = withoutBlankLines(bytes);
  return message.subarray(0, endOfHeader(message));
};

const withoutBlankLines = (bytes: Uint8Array): Uint8Array => {
  const lines = withLineFeeds(bytes);
  const start = lines.findIndex((byte) => !isBlank(byte));
  return lines.subarray(start < 0 ? lines.length : start);
};

/**
 * The pieces of the message, or of one of its parts.
 *
 * @param around the boundaries of the parts that it is in
 * @param parts those of the whole message so far
 * @param isAlone true if no text stands beside it
 */
const mendPart = (
  part: Uint8Array,
  around: readonly (string | null)[],
  parts: { count: number },
  isAlone: boolean,
): readonly Uint8Array[] => {
  parts.count += 1;
  if (parts.count > mostParts) throw new UnreadableMessage('The message has too many parts.');
  if (around.length > deepestMended) return [part];
  const isWhole = around.length === 0;
  const open = isWhole ? -1 : startOfOpenBody(part);
  const end = open < 0 ? endOfHeader(part) : open;
  const fields = fieldsOf(part.subarray(0, end)).map(withSemicolon);
  const body = part.subarray(end);
  const charset = declaredCharset(fields);
  const mended = fields.map((field) => withoutForeignWords(asUtf8(field.subarray(0, longestField), charset)));
  const foreign = open < 0 ? rewrittenInUtf8(mended, body, isAlone) : null;
  if (foreign) return [...foreign.fields, foreign.body];
  const said = boundaryOf(saidType(mended));
  // Some tools give a part the boundary of the one around it, whose pieces are those of both.
  const isShared = said !== null && around.includes(said);
  const type = isShared
    ? null
    : contentType(mended, { body, decoded: () => decodedBody(mended, body), isWhole });
  const encoding = transferEncoding(mended, body);
  const others = mended.filter(
    (field) => !(type !== null && isContentType(field)) && !(encoding !== null && isTransferEncoding(field)),
  );
  const written = [type, encoding]
    .filter((field) => field !== null)
    .map((field) => Buffer.from(`${field}\n`));
  const boundary = type === null ? said : boundaryOf(type);
  const pieces = piecesOf(body, boundary);
  const isText = !isAlone || pieces.some(({ bytes, isPart }) => isPart && isOrdinaryText(bytes));
  const mendedPieces = pieces.flatMap(({ bytes, isPart }) =>
    isPart ? mendPart(bytes, [...around, boundary], parts, !isText) : [bytes],
  );
  return [...written, ...others, ...(open < 0 ? [] : [Buffer.from('\n')]), ...mendedPieces];
};

/** True for a part of plain text or HTML, or without a type. In the first bytes of it. */
const isOrdinaryText = (part: Uint8Array): boolean => {
  const start = part.subarray(0, longestHead);
  const head = Buffer.from(start.subarray(0, endOfHeader(start))).toString('latin1');
  const type = /^content-type[ \t]*:\s*(\S+)/im.exec(head)?.[1] ?? 'text/plain';
  return /^(?:text\/(?:plain|html)|multipart\/)/i.test(type);
};

const longestHead = 2_000;

/** Only if there is no LF at all: a CR between lines that end with LF would else make a header of a header's text. */
const withLineFeeds = (bytes: Uint8Array): Uint8Array =>
  bytes.includes(lineFeed) || !bytes.includes(carriageReturn)
    ? bytes
    : bytes.map((byte) => (byte === carriageReturn ? lineFeed : byte));

/** The bytes of a byte order mark count as blank, too. */
const isBlank = (byte: number): boolean =>
  byte === lineFeed || byte === carriageReturn || byte === 0xef || byte === 0xbb || byte === 0xbf;

/** The start of the empty line that ends a header. A part may have no header. */
const endOfHeader = (bytes: Uint8Array): number => {
  const isEmpty = bytes[0] === lineFeed || (bytes[0] === carriageReturn && bytes[1] === lineFeed);
  if (isEmpty) return 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    const next = bytes[at + 1] === carriageReturn ? bytes[at + 2] : bytes[at + 1];
    if (next === lineFeed) return at + 1;
  }
  return bytes.length;
};

/**
 * The start of the text in a part that has no empty line before it, because it has no header or nothing else; -1 for
 * all others.
 */
const startOfOpenBody = (part: Uint8Array): number => {
  const end = endOfHeader(part);
  const fields = fieldsOf(part.subarray(0, end));
  const at = fields.findIndex((field) => !isNamed(field));
  if (at < 0 || (at > 0 && end < part.length)) return -1;
  return fields.slice(0, at).reduce((length, field) => length + field.length, 0);
};

const isNamed = (field: Uint8Array): boolean =>
  /^[!-9;-~]+[ \t]*:/.test(Buffer.from(field.subarray(0, 100)).toString('latin1'));

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
  isUtf8(field) ? field : Buffer.from(decodeAs(field, charset));

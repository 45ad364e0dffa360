import { isUtf8 } from 'node:buffer';
import { decodeAs } from './charsets.ts';
import { withoutComments } from './comments.ts';
import { boundaryOf, guessBoundary, hasParts } from './multipart.ts';

export const isContentType = (field: Uint8Array): boolean =>
  /^content-type[ \t]*:/i.test(Buffer.from(field.subarray(0, 20)).toString('latin1'));

/** The value of `Content-Type`; empty without one. */
export const saidType = (fields: readonly Uint8Array[]): string => {
  const field = fields.find(isContentType);
  return field ? Buffer.from(field).toString() : '';
};

const typeIn = (said: string): string | undefined =>
  /^content-type\s*:\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)/i.exec(withoutComments(said))?.[1];

/** True if the body is text, which it is unless the header names another type (RFC 2045). */
export const isText = (fields: readonly Uint8Array[]): boolean =>
  /^text\//i.test(typeIn(saidType(fields)) ?? plain);

interface Described {
  readonly body: Uint8Array;
  /** False for a part of several: one whose type is none is a file. */
  readonly isWhole: boolean;
}

/**
 * The field that stands for what a header says of its type: plain text if that is no type (RFC 2045), or if it is a
 * type of several parts and none begins; with the boundary that the body has, if the header's is not in it; and
 * Windows-1252 if it names no charset and the body is no UTF-8.
 *
 * @returns null if what it says holds
 */
export const contentType = (fields: readonly Uint8Array[], { body, isWhole }: Described): string | null => {
  const said = saidType(fields);
  const type = typeIn(said);
  const isMissing = type === undefined && said !== '';
  if (type !== undefined && /^multipart\//i.test(type)) return severalParts(type, boundaryOf(said), body);
  if (!isText(fields) || (isMissing && !isWhole)) return null;
  const needsCharset = !isUtf8(body) && !/\bcharset\b/i.test(said);
  return isMissing || needsCharset ? textType(type ?? plain, said, body) : null;
};

const severalParts = (type: string, boundary: string | null, body: Uint8Array): string | null => {
  if (boundary !== null && hasParts(body, boundary)) return null;
  const guessed = guessBoundary(body);
  return guessed === null ? textType(plain, '', body) : `Content-Type: ${type}; boundary="${guessed}"`;
};

const textType = (type: string, said: string, body: Uint8Array): string =>
  `Content-Type: ${type}${isUtf8(body) ? '' : `; charset=${charsetOf(said)}`}`;

const plain = 'text/plain';

/** The charset of the body is the best guess at that of a header without one. */
export const declaredCharset = (fields: readonly Uint8Array[]): string =>
  charsetOf(saidType(fields).slice(0, 1_000));

const charsetOf = (said: string): string => {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(said)?.[1];
  return charset !== undefined && isOfHeaders(charset) ? charset : fallback;
};

const fallback = 'windows-1252';

const ascii = String.fromCharCode(...Array(128).keys());

/**
 * True for a charset other than UTF-8 in which ASCII is ASCII. Decoded in another, such as UTF-16, a field would lose
 * its name and its end, and hide the field that follows it.
 */
const isOfHeaders = (charset: string): boolean =>
  decodeAs(Buffer.from(ascii), charset) === ascii && decodeAs(Buffer.from('ü'), charset) !== 'ü';

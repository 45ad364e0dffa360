import { isUtf8 } from 'node:buffer';
import { withoutComments } from '../header/fields.ts';
import { decodeAs, isOfParser } from './charsets.ts';
import { boundaryOf, guessBoundary, hasParts } from './multipart.ts';

export const isContentType = (field: Uint8Array): boolean =>
  /^content-type[ \t]*:/i.test(Buffer.from(field.subarray(0, 20)).toString('latin1'));

/** The field with the semicolon before its first parameter, which some scripts leave out. */
export const withSemicolon = (field: Uint8Array): Uint8Array => {
  if (!isContentType(field)) return field;
  const said = Buffer.from(field).toString('latin1');
  return Buffer.from(said.replace(missingSemicolon, '; '), 'latin1');
};

const missingSemicolon =
  /(?<=^[^:]{1,20}:[ \t]{0,20}[\w+.-]{1,60}\/[\w+.-]{1,100})[ \t]+(?=(?:charset|boundary|name)=)/i;

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
  /** The bytes that the body stands for. */
  readonly decoded: () => Uint8Array;
  /** It is false for a part of a multipart message: there a part without a valid type is a file. */
  readonly isWhole: boolean;
}

/**
 * The corrected `Content-Type` of a header: plain text if it is no valid type (RFC 2045), or if it is a multipart type and
 * no part begins; with the boundary that the body has, if the header's is not in it; and, if it names no charset and the
 * text is not UTF-8, with the charset that HTML names itself, else Windows-1252.
 *
 * @returns null if the header's own type is right
 */
export const contentType = (
  fields: readonly Uint8Array[],
  { body, decoded, isWhole }: Described,
): string | null => {
  const said = saidType(fields);
  const type = typeIn(said);
  const isMissing = type === undefined && said !== '';
  if (type !== undefined && /^multipart\//i.test(type)) return severalParts(type, boundaryOf(said), body);
  if (!isText(fields) || (isMissing && !isWhole)) return null;
  const text = isMissing || !/\bcharset\b/i.test(said) ? decoded() : null;
  return text !== null && (isMissing || !isUtf8(text)) ? textType(type ?? plain, said, text) : null;
};

const severalParts = (type: string, boundary: string | null, body: Uint8Array): string | null => {
  if (boundary !== null && hasParts(body, boundary)) return null;
  const guessed = guessBoundary(body);
  return guessed === null ? textType(plain, '', body) : `Content-Type: ${type}; boundary="${guessed}"`;
};

const textType = (type: string, said: string, text: Uint8Array): string => {
  if (isUtf8(text)) return `Content-Type: ${type}`;
  const named = /^text\/html$/i.test(type) ? charsetOfHtml(text) : undefined;
  return `Content-Type: ${type}; charset=${named ?? charsetOf(said)}`;
};

/** Browsers look no further, in bytes. */
const longestStart = 1_024;

/** `<meta charset="windows-1251">`, or the same within `content`. */
const charsetOfHtml = (html: Uint8Array): string | undefined => {
  const start = Buffer.from(html.subarray(0, longestStart)).toString('latin1');
  const charset = /<meta\s[^<>]{0,100}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start)?.[1];
  return charset !== undefined && isOfParser(charset) && isOfHeaders(charset) ? charset : undefined;
};

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

import { isUtf8 } from 'node:buffer';
import { isText } from './contentType.ts';

export const isTransferEncoding = (field: Uint8Array): boolean =>
  /^content-transfer-encoding[ \t]*:/i.test(Buffer.from(field.subarray(0, 40)).toString('latin1'));

const encodingOf = (fields: readonly Uint8Array[]): string => {
  const field = fields.find(isTransferEncoding);
  return field ? Buffer.from(field).toString('latin1') : '';
};

const saysBase64 = (fields: readonly Uint8Array[]): boolean => /:\s*"?base64\b/i.test(encodingOf(fields));

/** True if a text is said to be in base64 and begins so. */
export const isInBase64 = (fields: readonly Uint8Array[], body: Uint8Array): boolean =>
  saysBase64(fields) &&
  beginsInBase64(Buffer.from(body.subarray(0, longestLooked)).toString('latin1').trim().split(/\s*\n/));

export const isQuotedPrintable = (fields: readonly Uint8Array[]): boolean =>
  /:\s*"?quoted-printable\b/i.test(encodingOf(fields));

/**
 * The corrected transfer encoding of a header: none if a text is said to be in base64 and does not begin so.
 *
 * @returns null if the header's own encoding is right
 */
export const transferEncoding = (fields: readonly Uint8Array[], body: Uint8Array): string | null => {
  if (!saysBase64(fields) || !isText(fields)) return null;
  return isInBase64(fields, body) ? null : 'Content-Transfer-Encoding: 8bit';
};

/** In bytes. */
const longestLooked = 1_000;

/** No text has such a word. In characters. */
const fullLine = 60;

/** A first line of one short word may be of a text: in base64 it is of whole bytes, and the lines after it are no text. */
const beginsInBase64 = (lines: readonly string[]): boolean => {
  const [first = ''] = lines;
  if (!isAlphabet(first)) return false;
  if (first.length >= fullLine || first.endsWith('=')) return true;
  const isUnpadded = first.length % 4 > 1;
  if (isUnpadded) return lines.length === 1 && isPrintable(Buffer.from(first, 'base64'));
  return first.length % 4 === 0 && (lines.every(isAlphabet) || isUtf8(Buffer.from(first, 'base64')));
};

/** A word that is not base64 gives other bytes than those of a text. */
const isPrintable = (bytes: Buffer): boolean =>
  isUtf8(bytes) && !/[^\P{Cc}\t\r\n]/u.test(bytes.toString('utf8'));

const isAlphabet = (line: string): boolean => /^[A-Za-z\d+/]*=*$/.test(line);

import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { isContentType, isText, saidType } from './contentType.ts';
import { isTransferEncoding } from './transferEncoding.ts';

/** The fields and the body of a text, which is in UTF-8. */
interface Rewritten {
  readonly fields: readonly Uint8Array[];
  readonly body: Uint8Array;
}

/**
 * A text in a charset that the parser does not know, such as `cp850` or UTF-7, in UTF-8.
 *
 * @returns null for every other part
 */
export const rewrittenInUtf8 = (fields: readonly Uint8Array[], body: Uint8Array): Rewritten | null => {
  const said = saidType(fields);
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(said)?.[1];
  if (charset === undefined || !isText(fields) || isOfParser(charset)) return null;
  const text = decode(decodedBody(fields, body), charset.toLowerCase());
  const others = fields.filter((field) => !isContentType(field) && !isTransferEncoding(field));
  const type = said.trimEnd().replace(/(;\s*charset\s*=\s*)(?:"[^"]*"|[^\s;]+)/i, '$1utf-8');
  const head = `${type}\nContent-Transfer-Encoding: base64\n`;
  const encoded = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n');
  return { fields: [Buffer.from(head), ...others], body: Buffer.from(`\n${encoded}\n`) };
};

const isOfParser = (charset: string): boolean => {
  try {
    return new TextDecoder(charset) !== null;
  } catch {
    return false;
  }
};

/** A label that no one knows says nothing: then it is what a text without a label is. */
const decode = (bytes: Buffer, charset: string): string => {
  if (charset === 'hz-gb-2312') return new TextDecoder('gb18030').decode(withHighBits(bytes));
  if (iconv.encodingExists(charset)) return iconv.decode(bytes, charset);
  return isUtf8(bytes) ? bytes.toString('utf8') : iconv.decode(bytes, 'windows-1252');
};

/** HZ (RFC 1843) has GB2312 between `~{` and `~}`, in bytes of seven bits. */
const withHighBits = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/~\{([\x21-\x7e]{2,2000}?)~\}/g, (_all, pairs: string) =>
        pairs.replace(/./g, (character) => String.fromCharCode(character.charCodeAt(0) | 0x80)),
      )
      .replace(/~\r?\n/g, '')
      .replaceAll('~~', '~'),
    'latin1',
  );

/** Without the empty line before it. */
const decodedBody = (fields: readonly Uint8Array[], body: Uint8Array): Buffer => {
  const field = fields.find(isTransferEncoding);
  const encoding = field ? Buffer.from(field).toString('latin1') : '';
  const raw = Buffer.from(body)
    .toString('latin1')
    .replace(/^\r?\n/, '');
  if (/:\s*"?base64\b/i.test(encoding)) return Buffer.from(raw, 'base64');
  if (!/:\s*"?quoted-printable\b/i.test(encoding)) return Buffer.from(raw, 'latin1');
  const bytes = raw
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
};

import { isUtf8 } from 'node:buffer';

export const isContentType = (field: Uint8Array): boolean =>
  /^content-type:/i.test(Buffer.from(field.subarray(0, 20)).toString('latin1'));

interface Described {
  readonly body: Uint8Array;
  /** Plain text, whatever the message says. */
  readonly asText: boolean;
}

/**
 * The field that stands for what a message says of its type: plain text if that is no type (RFC 2045), and
 * Windows-1252 if it names no charset and the body is no UTF-8.
 *
 * @returns null if what it says holds
 */
export const contentType = (fields: readonly Uint8Array[], { body, asText }: Described): string | null => {
  const isBodyUtf8 = isUtf8(body);
  const field = fields.find(isContentType);
  const said = field ? Buffer.from(field).toString() : '';
  const [, type] = /^content-type:\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)/i.exec(said) ?? [];
  const isText = type === undefined || /^text\//i.test(type);
  const needsCharset = isText && !isBodyUtf8 && !/\bcharset\b/i.test(said);
  if (!asText && !needsCharset && (field === undefined || type !== undefined)) return null;
  return `Content-Type: ${asText ? plain : (type ?? plain)}${isBodyUtf8 ? '' : `; charset=${charsetOf(said)}`}`;
};

const plain = 'text/plain';

/** The charset of the body is the best guess at that of a header without one. */
export const declaredCharset = (fields: readonly Uint8Array[]): string => {
  const field = fields.find(isContentType) ?? new Uint8Array();
  return charsetOf(Buffer.from(field.subarray(0, 1_000)).toString('latin1'));
};

const charsetOf = (contentType: string): string => {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];
  return charset !== undefined && isSingle(charset) ? charset : fallback;
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

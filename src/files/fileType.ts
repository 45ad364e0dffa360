import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

const unknown = 'application/octet-stream';

/**
 * The media type of a stored file: what its bytes say, else what was declared.
 *
 * @param declared the `Content-Type` that came with the file; null if none did
 */
export const typeOfFile = async (path: string, declared: string | null): Promise<string> => {
  const named = declared === null ? null : essenceOf(declared);
  const found = (await signatureOf(path)) ?? ((await looksLikeHtml(path)) ? 'text/html' : null);
  if (found === null) return named ?? unknown;
  return named !== null && isKindOf(named, found) ? named : found;
};

/** Without parameters; null for what is no media type. */
const essenceOf = (declared: string): string | null => {
  const [essence = ''] = declared.toLowerCase().split(';', 1);
  const type = essence.trim();
  return /^[\w!#$&^.+-]{1,63}\/[\w!#$&^.+-]{1,63}$/.test(type) ? type : null;
};

/** A file that is cut off or broken tells nothing. */
const signatureOf = async (path: string): Promise<string | null> => {
  const type = await fileTypeFromFile(path).catch(() => undefined);
  return type?.mime.split(';', 1)[0] ?? null;
};

/** Some bytes say only the family of a type: a declared member of it says more. */
const isKindOf = (declared: string, found: string): boolean => {
  if (found === 'application/xml') return declared === 'text/xml' || declared.endsWith('+xml');
  if (found === 'application/x-cfb') return /^application\/(msword|x-msi|vnd\.(ms-|visio))/.test(declared);
  return found === 'text/html' && (declared.startsWith('text/') || declared.endsWith('xml'));
};

/** The resource header of the WHATWG's MIME sniffing standard, in bytes. */
const sniffed = 1_445;

const html =
  /^[\t\n\f\r ]*(?:<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i;

/** `file-type` knows no text formats, and a browser would run this one. The patterns are the WHATWG's. */
const looksLikeHtml = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffed), 0, sniffed, 0);
    return html.test(buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, ''));
  } finally {
    await file.close();
  }
};

import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { withoutDirections } from './text.ts';

/** Longest name that file systems and the `Content-Disposition` of a download can take, in bytes of UTF-8. */
const longest = 255;

const controls = /\p{Cc}/gu;

/**
 * The file name that a client sent, without its path, control characters and characters that turn the writing direction
 * around, cut to 255 bytes with its ending kept.
 *
 * @returns null if no name is left
 */
export const cleanFileName = (given: string): string | null => {
  const base = given
    .toWellFormed()
    .replace(/(?<![/\\])[/\\]+$/, '')
    .replace(/^.*[/\\]/s, '');
  const name = withoutDirections(base.replace(controls, ''));
  if (name.trim() === '' || name === '.' || name === '..') return null;
  return withSuffix(name, '');
};

/** A name with a suffix before its ending, such as ` (2)`, cut to 255 bytes with both kept. */
export const withSuffix = (name: string, suffix: string): string => {
  const ending = endingOf(name);
  const room = longest - Buffer.byteLength(suffix + ending);
  const stem = firstBytes(name.slice(0, name.length - ending.length), room);
  if (stem !== '') return stem + suffix + ending;
  return firstBytes(name, longest - Buffer.byteLength(suffix)) + suffix;
};

const endingOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : '';
};

/** The beginning of a text, in as many whole code points as fit. */
const firstBytes = (text: string, bytes: number): string => {
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    kept += character;
  }
  return kept;
};

const unknown = 'application/octet-stream';

/**
 * The media type of a stored file: the one that its bytes show, or else the declared one.
 *
 * @param declared the `Content-Type` that came with the file; null if none did
 */
export const typeOfFile = async (path: string, declared: string | null): Promise<string> => {
  const named = declared === null ? null : essenceOf(declared);
  const found = (await signatureOf(path)) ?? ((await looksLikeHtml(path)) ? 'text/html' : null);
  if (found === null) return named ?? unknown;
  return named !== null && isKindOf(named, found) ? named : found;
};

/** The media type without its parameters. Returns null if it is no media type. */
const essenceOf = (declared: string): string | null => {
  const [essence = ''] = declared.toLowerCase().split(';', 1);
  const type = essence.trim();
  return isMediaType(type) ? type : null;
};

/** True for a type and its subtype, without parameters. */
export const isMediaType = (text: string): boolean => /^[\w!#$&^.+-]{1,63}\/[\w!#$&^.+-]{1,63}$/.test(text);

/** A truncated or broken file has no detectable type. */
const signatureOf = async (path: string): Promise<string | null> => {
  const type = await fileTypeFromFile(path).catch(() => undefined);
  return type?.mime.split(';', 1)[0] ?? null;
};

/** Some bytes show only the family of a type. Then a declared member of that family is more exact. */
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

import { isBlank } from '../reply/lines.ts';

const start = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n/;
const isSignature = (line: string): boolean => /^-----BEGIN PGP SIGNATURE-----\s*$/.test(line);
const isEnd = (line: string): boolean => /^-----END PGP SIGNATURE-----\s*$/.test(line);

/** A text that is signed with PGP, without the frame and the marks of dashes in it, and the text below. */
export const withoutPgpFrame = (text: string): string => {
  if (!start.test(text)) return text;
  const lines = text.split('\n');
  const signature = lines.findIndex(isSignature);
  if (signature < 0) return text;
  const end = lines.findIndex((line, at) => at > signature && isEnd(line));
  const head = lines.slice(0, signature).findIndex(isBlank);
  const signed = lines.slice(Math.max(head, 0) + 1, signature);
  const below = end < 0 ? [] : lines.slice(end + 1);
  return [...signed.map((line) => line.replace(/^- (?=-)/, '')), ...below].join('\n').trim();
};

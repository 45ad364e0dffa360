import EmailReplyParser from 'email-reply-parser';
import { isPostscript, opensAdvertisement, startsSignature } from './vocabulary.ts';

/** Some of the parser's patterns take cubic time, so it sees only the end of a text. In characters. */
const longestLooked = 10_000;

/** No line that a signature starts with is longer. In characters. */
const longestLine = 200;

/** Below a rule that belongs to a signature there is not more. In lines. */
const longestSignature = 15;

// Noncharacters: no text has them.
const guard = '\uFDD0';
const dollar = '\uFDD1';

/** A text without the signature at its end. */
export const withoutSignature = (text: string): string => {
  const start = text.length <= longestLooked ? 0 : text.indexOf('\n', text.length - longestLooked) + 1;
  if (start === 0 && text.length > longestLooked) return text;
  const lines = text.slice(start).split('\n');
  const cut = signatureStart(lines);
  const looked = cut < 0 ? lines : lines.slice(0, cut);
  return (text.slice(0, start) + parsed(looked)).trimEnd();
};

/** -1 if there is none. */
const signatureStart = (lines: readonly string[]): number => {
  const standard = lines.findIndex((line) => /^-- ?$/.test(line));
  const postscript = lines.findLastIndex(isPostscript);
  const own = lines.findIndex(
    (line, at) => at > postscript && lines.length - at <= longestSignature * 2 && startsSignature(line),
  );
  return standard >= 0 && (own < 0 || standard < own) ? standard : own;
};

const parsed = (lines: readonly string[]): string => {
  const postscript = lines.findLastIndex(isPostscript);
  const guarded = lines.map((line, at) =>
    at < postscript || needsGuard(lines, at) ? `${guard}${masked(line, at)}` : masked(line, at),
  );
  const visible = new EmailReplyParser().parseReply(guarded.join('\n'));
  return visible
    .replaceAll(dollar, '$')
    .replace(new RegExp(`${guard}(\\d+)${guard}`, 'g'), (_found, at) => lines[Number(at)] ?? '')
    .replaceAll(guard, '');
};

/** The parser's regular expressions are cubic in a line, and it takes `$'` of a mail for a pattern of `replace`. */
const masked = (line: string, at: number): string =>
  line.length > longestLine ? `${guard}${at}${guard}` : line.replaceAll('$', dollar);

/**
 * Lines that the parser would take for the start of a quote or of a signature, and that are none: history is gone
 * already, some of its attributions span any number of lines, and a rule is no signature's if much follows it.
 */
const needsGuard = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (/^\s*(?:Op|W\sdniu|Dnia|在|[a-z]{3,4}\.|>)/u.test(line)) return true;
  if (opensAdvertisement(line)) return true;
  const isRule = /^\s*(?:-{2,4}|_{2,4}|={2,4}|\+{2,4})\s*$/.test(line);
  return (
    isRule && (lines.length - at > longestSignature || lines.filter((other) => other === line).length > 1)
  );
};

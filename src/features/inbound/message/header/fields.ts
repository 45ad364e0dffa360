import { toStorable } from '../../../../core/shared/text/text.ts';
import { withoutControls } from '../windows1252.ts';

/** Outside of comments a quoted text is one token; in them quotes mean nothing. */
const outside = /"(?:[^"\\]|\\.)*"?|\\.?|[()]|[^"\\()]+/sy;
const inside = /\\.?|[()]|[^\\()]+/sy;

interface ReadComments {
  readonly text: string;
  /** True if each comment ends. */
  readonly isClosed: boolean;
}

/** A header's value without the comments of RFC 5322, such as `no (by hand)`, which may hold others. */
export const withoutComments = (value: string): string => readComments(value).text;

/** Reads the comments, and tells whether one does not end. */
export const readComments = (value: string): ReadComments => {
  let text = '';
  let depth = 0;
  for (let at = 0; at < value.length; ) {
    const token = tokenAt(value, at, depth === 0 ? outside : inside);
    at += token.length;
    if (token === '(') depth += 1;
    else if (token === ')' && depth > 0) depth -= 1;
    else if (depth === 0) text += token;
    if (token === ')' && depth === 0) text += ' ';
  }
  return { text, isClosed: depth === 0 };
};

const tokenAt = (value: string, at: number, token: RegExp): string => {
  token.lastIndex = at;
  return token.exec(value)?.[0] ?? value.slice(at);
};

/** A decoded header value on one line, fit to be stored, cut to `longest` code points. */
export const inLine = (value: string, longest: number): string => {
  const line = toStorable(withoutControls(value).replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')).trim();
  return line.length <= longest
    ? line
    : [...line.slice(0, longest * 2)].slice(0, longest).join('').toWellFormed();
};

type Header = (name: string) => readonly string[];

const mostReferences = 200;

/** A line of a message has at most this many characters. */
const longestId = 998;

/** The message's own id without angle brackets; null if it has none. */
export const readMessageId = (header: Header): string | null => {
  const [id] = idsOf(header('message-id').slice(0, 1));
  return id ?? null;
};

/** The ids that a message answers: the nearest first, each once, without angle brackets. */
export const readReferences = (header: Header): string[] => {
  const ids = [...idsOf(header('in-reply-to')), ...idsOf(header('references')).reverse()];
  return [...new Set(ids)].slice(0, mostReferences);
};

/** Some clients leave the brackets out, or fold within an id. */
const idsOf = (values: readonly string[]): string[] => {
  const joined = values.join(' ');
  const bracketed = [...joined.matchAll(/<([^<>]+)>/g)].map(([, id = '']) => id.replace(/\s+/g, ''));
  const ids = bracketed.length > 0 ? bracketed : joined.split(/[\s,;<>]+/);
  return ids.map((id) => inLine(id, longestId)).filter((id) => id !== '');
};

/**
 * Reads a return path, as a header or an envelope gives it.
 *
 * @returns the address; `''` for the empty path, for which Postfix hands `MAILER-DAEMON` to a pipe
 */
export const readReturnPath = (value: string): string => {
  const [first = ''] = withoutComments(value).trim().split(/\s+/, 1);
  const address = first.replaceAll(/[<>"]/g, '');
  return /^mailer-daemon(?:@|$)/i.test(address) ? '' : address;
};

/** The `Authentication-Results` that the server which received a message may have written, as far as their place tells. */
export interface ServerResults {
  /** The results above the topmost `Received`, from the top: an earlier server or person wrote the fields below it. */
  readonly results: readonly string[];
  /** True if there is a `Received` at all. If there is none, the sender may have written the whole header. */
  readonly isReceived: boolean;
}

interface HeaderField {
  /** The name of the field, in lower case. */
  readonly key: string;
  readonly value: string;
}

/** @param header all fields of a message, from the top */
export const readServerResults = (header: readonly HeaderField[]): ServerResults => {
  const topmost = header.findIndex(({ key }) => key === 'received');
  const above = topmost < 0 ? header : header.slice(0, topmost);
  return {
    results: above.filter(({ key }) => key === 'authentication-results').map(({ value }) => value),
    isReceived: topmost >= 0,
  };
};

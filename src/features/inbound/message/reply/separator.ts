import { escaped, isBetweenMarks, plainLine } from './lines.ts';
import { forwardPrefixes, forwards, originals } from './words/separators.ts';

const longestSeparator = 200;

const wordsOf = (rows: readonly string[]): string => rows.map(escaped).join('|');

const original = new RegExp(`^[*_]?[-_=*—]{2,}\\s?(?:${wordsOf(originals)})\\s?[-_=*—:]*$`, 'iu');
const forward = new RegExp(`^[*_]?[-_=*—]*\\s?(?:${wordsOf(forwards)})\\s?[-_=*—:：]+$`, 'iu');
const forwardedBy = new RegExp(`^[-_=*—]{3,}\\s?(?:${wordsOf(forwards)})\\b`, 'iu');

/** `-----Original Message-----` in many languages: what follows is history. */
export const isOriginalSeparator = (line: string): boolean =>
  line.length <= longestSeparator && (original.test(plainLine(line)) || isBetweenMarks(line));

/** `---------- Forwarded message ---------`: what follows is what the sender wants to be read. */
export const isForwardSeparator = (line: string): boolean => {
  if (line.length > longestSeparator) return false;
  const plain = plainLine(line);
  return forward.test(plain) || forwardedBy.test(plain);
};

const prefix = new RegExp(`^(?:${forwardPrefixes})\\s*[:：]`, 'iu');

/** Outlook heads a forwarded message like a quoted one, so only the subject tells. */
export const isForwardSubject = (subject: string): boolean => prefix.test(subject);

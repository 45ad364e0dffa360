import { escaped, isBetweenMarks, plainLine } from './lines.ts';
import { headers } from './words/headers.ts';
import {
  forwardPrefixes,
  forwards,
  originals,
  replyPrefixes,
  sharedPrefixes,
  undashed,
} from './words/separators.ts';

const longestSeparator = 200;

const wordsOf = (rows: readonly string[]): string => rows.map(escaped).join('|');

const original = new RegExp(
  `^(?:[*_]?[-_=*—]{2,}\\s?(?:${wordsOf(originals)})\\s?[-_=*—:]*|${wordsOf(undashed)})$`,
  'iu',
);
const senders = headers.map(({ from }) => from);

/** Samsung's plain part has the header on the line of the separator. */
const originalWithHeader = new RegExp(
  `^-{2,}\\s?(?:${wordsOf(originals)})\\s?-{2,}\\s?(?:${wordsOf(senders)})\\s?[:：]`,
  'iu',
);

const forward = new RegExp(`^[*_]?[-_=*—]*\\s?(?:${wordsOf(forwards)})\\s?[-_=*—:：]+$`, 'iu');
const forwardedBy = new RegExp(`^[-_=*—]{3,}\\s?(?:${wordsOf(forwards)})\\b`, 'iu');

/** `-----Original Message-----` in many languages: history follows. */
export const isOriginalSeparator = (line: string): boolean =>
  (line.length <= longestSeparator && (original.test(plainLine(line)) || isBetweenMarks(line))) ||
  originalWithHeader.test(plainLine(line.slice(0, longestSeparator)));

const bare = new RegExp(`^(?:-{3,}\\s?Original\\s?-{3,}|${wordsOf(originals)})$`, 'iu');

/** QQ's `---Original---`, and BlackBerry's `Original Message`, which a person may write as well: it needs a header below. */
export const isBareSeparator = (line: string): boolean =>
  line.length <= longestSeparator && bare.test(plainLine(line));

/** `---------- Forwarded message ---------`: the sender wants the text below it to be read. */
export const isForwardSeparator = (line: string): boolean => {
  if (line.length > longestSeparator) return false;
  const plain = plainLine(line);
  return forward.test(plain) || forwardedBy.test(plain);
};

const prefix = new RegExp(`^(?:\\[[^\\]#]{1,30}\\]\\s*)?\\[?(?:${forwardPrefixes})\\s*[:：]`, 'iu');

const shared = sharedPrefixes.map((row) => ({
  prefix: new RegExp(`^(?:${row.prefix})\\s*[:：]`, 'iu'),
  forward: new RegExp(`^[*\\s]*(?:${row.forward})\\*?\\s?[:：]`, 'imu'),
  reply: new RegExp(`^[*\\s]*(?:${row.reply})\\*?\\s?[:：]`, 'imu'),
}));

/** A word or two. The brackets are not those of our own subjects, which have no prefix of a client behind them. */
const anyPrefix = /^(?:\[[^\]#]{1,30}\]\s*)?[\p{L}\p{M}.]{1,14}(?:\s[\p{L}\p{M}.]{1,14})?\s?[:：]/u;
const reply = new RegExp(`^(?:[[*][^\\]#*]{1,30}[\\]*]+\\s*)?(?:${replyPrefixes})\\.?\\s*[:：]`, 'iu');

/**
 * Outlook heads a forwarded message like a quoted one, so only the subject tells: a prefix of a forward, or one that no
 * table has. If the prefix means a reply in another language, the first header in the text decides.
 */
export const isForwardSubject = (subject: string, text = ''): boolean =>
  prefix.test(subject)
    ? !shared.some((row) => row.prefix.test(subject) && placeOf(text, row.reply) < placeOf(text, row.forward))
    : anyPrefix.test(subject) && !reply.test(subject);

/** True if a client wrote the subject of an answer. */
export const isReplySubject = (subject: string): boolean => reply.test(subject);

/** No one has more. */
const mostPrefixes = 10;

/** A subject without the prefixes of clients and the tags of servers. */
export const withoutPrefixes = (subject: string): string => {
  let rest = plainLine(subject);
  for (let count = 0; count < mostPrefixes; count++) {
    const shorter = rest
      .replace(/^\[[^\]]{1,64}\]\s*/, '')
      .replace(anyPrefix, '')
      .trim();
    if (shorter === rest || shorter === '') break;
    rest = shorter;
  }
  return rest;
};

/** True if a subject has the number of a ticket of ours. */
export const hasTicketNumber = (subject: string): boolean => /\[#[^\]\s]{1,64}\]/.test(subject);

const placeOf = (text: string, field: RegExp): number => {
  const at = text.search(field);
  return at < 0 ? text.length : at;
};

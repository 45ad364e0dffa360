import { inLine } from './inLine.ts';

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

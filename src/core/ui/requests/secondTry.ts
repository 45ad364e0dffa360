import { newKey } from './newKey.ts';

/** A change on its way, or one whose response was lost. */
interface Try {
  /** All that makes it this change and no other. */
  readonly content: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  /** The moment when its response was lost, in milliseconds since 1970; null while it is on its way. */
  readonly lostAt: number | null;
}

/**
 * Time after a lost response in which a second click on a button is a second try, in milliseconds. Later it is meant anew: a mail
 * that was asked for once more has to go out once more. A form stays the same one until its content changes.
 */
const longestTry = 60_000;

/** The last change of each record, until its response is here. */
const unanswered = new Map<string, Try>();

/** The record of an address, such as `/transfers/7`, or the list to which a new one is added. */
export const recordOf = (path: string): string => path.split('?', 1)[0]?.split('/', 3).join('/') ?? path;

/**
 * Begins a change. The same one again, after a response that was lost, has the same key: the portal then carries it out once. If
 * another change of the record came between, it is a new one.
 *
 * @param record the record that is changed, such as its address
 * @param isForm true for what a person has typed or chosen, false for the click on a button
 */
export const beginTry = (record: string, content: string, isForm: boolean): Try => {
  const before = unanswered.get(record);
  const isSecond = before?.content === content && (isForm || isFresh(before));
  const begun = { content, key: isSecond ? before.key : newKey(), lostAt: null };
  unanswered.set(record, begun);
  return begun;
};

const isFresh = ({ lostAt }: Try): boolean => lostAt === null || Date.now() - lostAt < longestTry;

/** Ends a change: its response is here, or it was lost. */
export const endTry = (record: string, ended: Try, isAnswered: boolean): void => {
  const last = unanswered.get(record);
  if (last?.key !== ended.key) return;
  if (isAnswered) unanswered.delete(record);
  else if (last === ended) unanswered.set(record, { ...ended, lostAt: Date.now() });
};

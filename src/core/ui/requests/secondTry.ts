import { newKey } from './newKey.ts';

/** A change on its way, or one whose response was lost. */
interface Try {
  /** All that makes it this change and no other. */
  readonly content: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
}

/** The last change of each record, until its response is here. */
const unanswered = new Map<string, Try>();

/** The record of an address, such as `/transfers/7`, or the list to which a new one is added. */
const recordOf = (path: string): string => path.split('?', 1)[0]?.split('/', 3).join('/') ?? path;

/**
 * Begins a change. The same one again, after a response that was lost, has the same key: the portal then carries it out once. If
 * another change of the record came between, it is a new one.
 */
export const beginTry = (path: string, content: string): Try => {
  const record = recordOf(path);
  const before = unanswered.get(record);
  const begun = before?.content === content ? before : { content, key: newKey() };
  unanswered.set(record, begun);
  return begun;
};

/** Ends a change whose response is here. */
export const endTry = (path: string, ended: Try): void => {
  const record = recordOf(path);
  if (unanswered.get(record) === ended) unanswered.delete(record);
};

import { draftStore } from './draft.ts';
import { canRead, entryNames, readEntry, removeEntry, writeEntry } from './kept.ts';
import { leftOf, type SentParts } from './left.ts';

/**
 * A reply or an internal note that is being sent, until the browser knows the result. Its draft stays meanwhile. The entry
 * is one of its own, which no change of the draft touches.
 */
export interface HeldSubmission extends SentParts {
  /** The key of the submission: see {@link submissionKey}. */
  readonly key: string;
  /** The end of the time in which it can be undone. ISO 8601. */
  readonly until: string;
  /** True for an internal note. */
  readonly internal: boolean;
}

interface Place {
  readonly ticket: number | string;
  readonly person: number | string;
}

interface Marked extends Place {
  /** The key of the submission. */
  readonly key: string;
}

interface MarkedDraft extends Marked, SentParts {
  readonly until: Date;
  readonly internal: boolean;
}

const nameFor = ({ ticket, person }: Place): string => `portal-sending:${person}:${ticket}`;

/** The submission of a ticket whose end the browser does not know; null for none. */
export const submissionOf = (ticket: number | string, person: number | string): HeldSubmission | null => {
  const found = readEntry(nameFor({ ticket, person }));
  return isSubmission(found) ? found : null;
};

const isSubmission = (value: unknown): value is HeldSubmission => {
  const { key, until, internal, body, file_ids } = Object(value) as Partial<HeldSubmission>;
  return (
    typeof key === 'string' &&
    typeof until === 'string' &&
    typeof internal === 'boolean' &&
    typeof body?.root === 'object' &&
    Array.isArray(file_ids)
  );
};

/** A submission of a ticket whose end the browser does not know. */
export interface TicketSubmission extends HeldSubmission {
  readonly ticket: string;
}

/** The submissions of a person, on any ticket, whose end the browser does not know. */
export const openSubmissionsOf = (person: number | string): readonly TicketSubmission[] => {
  const begin = nameFor({ ticket: '', person });
  return entryNames().flatMap((name) => {
    const ticket = name.slice(begin.length);
    const found = name.startsWith(begin) ? submissionOf(ticket, person) : null;
    return found ? [{ ...found, ticket }] : [];
  });
};

/**
 * Notes that the stored draft is being sent.
 *
 * @returns false if the browser keeps no draft: then it must not wait
 */
export const markSending = ({ key, until, internal, body, file_ids, ...place }: MarkedDraft): boolean => {
  const store = draftStore(place.ticket, place.person);
  const draft = store.read();
  if (draft === null || !store.write({ ...draft, body })) return false;
  return writeEntry(nameFor(place), { key, until: until.toISOString(), internal, body, file_ids });
};

const isMarked = ({ ticket, person, key }: Marked): boolean => submissionOf(ticket, person)?.key === key;

/** True for a submission whose note is gone: another page has sent its draft, or given it back to the author. */
export const isTakenBack = (mark: Marked): boolean => canRead() && !isMarked(mark);

/** Notes that it can no longer be undone, so that a page of the ticket need not wait before it asks for the result. */
export const endUndo = (mark: Marked): void => {
  if (isMarked(mark))
    writeEntry(nameFor(mark), {
      ...submissionOf(mark.ticket, mark.person),
      until: new Date().toISOString(),
    });
};

/** The draft can be changed again: its submission was undone, or refused. */
export const unmarkSending = (mark: Marked): void => {
  if (isMarked(mark)) removeEntry(nameFor(mark));
};

/** Removes what was sent from the draft. Words and files that have come since, such as in another tab, stay. */
export const forgetSent = (mark: Marked): void => {
  const sent = submissionOf(mark.ticket, mark.person);
  if (sent?.key !== mark.key) return;
  const store = draftStore(mark.ticket, mark.person);
  const draft = store.read();
  // A composer that opens now must not find the sent words.
  if (draft) store.keep(leftOf(draft, sent));
  removeEntry(nameFor(mark));
};

/** Waits for the response to a submission. No other page asks for the result meanwhile, however long it takes. */
export const whileSending = async <Result>(mark: Marked, response: Promise<Result>): Promise<Result> => {
  endUndo(mark);
  const timer = setInterval(() => endUndo(mark), betweenSigns);
  return response.finally(() => clearInterval(timer));
};

/** Time between two signs that a submission is under way, in milliseconds. */
const betweenSigns = 1_000;

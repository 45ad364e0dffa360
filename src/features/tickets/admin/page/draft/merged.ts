import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { newKey } from '../../../../../core/ui/requests/newKey.ts';
import { type Draft, draftStore, hasText } from './draft.ts';
import { readEntry, writeEntry } from './kept.ts';
import { type HeldSubmission, submissionOf } from './submissions.ts';

type Id = number | string;

/** The tickets of which this browser knows that they were merged, each with the one that remains. */
type Merges = Readonly<Record<string, string>>;

const nameFor = (person: Id): string => `portal-merges:${person}`;

const mergesOf = (person: Id): Merges => Object(readEntry(nameFor(person)));

/** The tickets that were merged into one, also by way of others. */
export const sourcesOf = (ticket: Id, person: Id): readonly string[] => {
  const merges = Object.entries(mergesOf(person));
  const found = [String(ticket)];
  for (const target of found)
    found.push(...merges.flatMap(([from, to]) => (to === target && !found.includes(from) ? from : [])));
  return found.slice(1);
};

export const isKnownAsMerged = (ticket: Id, person: Id): boolean => String(ticket) in mergesOf(person);

interface Merge {
  readonly from: Id;
  readonly to: Id;
  readonly person: Id;
}

/**
 * Notes that a ticket was merged. The composer of the other one then takes the person's draft, and what is added to it later:
 * no one else writes into the draft of a composer, whose text may be changing.
 *
 * @returns true if there is a draft to take
 */
export const carryDraft = ({ from, to, person }: Merge): boolean => {
  const merges = mergesOf(person);
  const isNoted =
    merges[from] === String(to) || writeEntry(nameFor(person), { ...merges, [from]: String(to) });
  const held = submissionOf(from, person);
  const isHeld = held !== null && Date.parse(held.until) > Date.now();
  return isNoted && !isHeld && draftStore(from, person).read() !== null;
};

interface Gathering {
  readonly ticket: Id;
  readonly person: Id;
  /** True while the composer's text is being sent or written: another text would count as part of it, or be written over. */
  readonly isBusy: boolean;
  /** The composer that gathers. */
  readonly by: object;
}

/** Moves the drafts of the tickets that were merged into one below the draft of that one, or lets them wait. */
export const gatherDrafts = ({ ticket, person, isBusy, by }: Gathering) => {
  const target = draftStore(ticket, person, by);
  let [hasTaken, isWaiting] = [false, false];
  for (const from of sourcesOf(ticket, person)) {
    const source = draftStore(from, person, by);
    const [present, carried] = [target.read(), source.read()];
    if (!carried) continue;
    // A submission is known by its draft, with all that is in it.
    const isSending = submissionOf(from, person) !== null || submissionOf(ticket, person) !== null;
    if (isSending || !mayMove(carried, { present, isBusy })) isWaiting = true;
    else if (target.write(present ? below(present, carried) : carried)) {
      hasTaken = true;
      source.remove();
    }
  }
  return { hasTaken, isWaiting };
};

interface Target {
  readonly present: Draft | null;
  readonly isBusy: boolean;
}

/**
 * A text moves, with its files, while nothing is being written, in any tab. A file alone has come after its text: it moves at
 * once, for a reply may be waiting for it, but makes no note of one that is being sent.
 */
const mayMove = (carried: Draft, { present, isBusy }: Target): boolean => {
  if (!hasText(carried.body)) return !isBusy || !carried.internal || Boolean(present?.internal);
  return !isBusy && ![carried, present].some((draft) => draft && isBeingWritten(draft));
};

/** Time since the last letter in which a text counts as being written, in milliseconds. */
const pause = 1_000;

const isBeingWritten = ({ body, at }: Draft): boolean =>
  hasText(body) && Math.abs(Date.now() - Date.parse(at)) < pause;

/** The result is an internal note if either was: a note must not become a mail. */
const below = (present: Draft, carried: Draft): Draft => ({
  body: hasText(carried.body) ? joined(present.body, carried.body) : present.body,
  // A merge moves the files, too.
  files: [
    ...present.files,
    ...carried.files.filter(({ id }) => present.files.every((file) => file.id !== id)),
  ],
  mentions: [...present.mentions, ...carried.mentions],
  internal: carried.internal || present.internal,
  key: newKey(),
  at: present.at,
});

/** Two tabs may take a text at the same moment: it is there once. */
const joined = (first: DefaultTypedEditorState, second: DefaultTypedEditorState): DefaultTypedEditorState => {
  const [there, added] = [first, second].map(({ root }) => JSON.stringify(root.children).slice(1, -1));
  if (there?.includes(added ?? '')) return first;
  return { ...first, root: { ...first.root, children: [...first.root.children, ...second.root.children] } };
};

/** A submission whose end the browser does not know, and whose ticket was merged into the one that is open. */
export interface OpenSubmission extends HeldSubmission {
  /** The ticket that it was written for. */
  readonly mergedFrom: string;
}

/** The submission of a ticket that was merged into this one, if there is one whose end is not known. */
export const openSubmissionOf = (ticket: Id, person: Id): OpenSubmission | null => {
  const [found] = sourcesOf(ticket, person).flatMap((from) => {
    const open = submissionOf(from, person);
    return open ? { ...open, mergedFrom: from } : [];
  });
  return found ?? null;
};
